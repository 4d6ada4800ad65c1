import { type AgentId, customerApi, type CustomerId, messageApi, type PlanId } from '@ruwu/contract'
import { DEFAULT_ASSIGN_RULE } from '@ruwu/domain'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { channelAccount, customer, message, receptionPlan, receptionPlanAccount } from '../db/schema/index.ts'
import { newId } from '../platform/ids.ts'
import { saveCustomerSetting } from '../testing/customer-setting.ts'
import { openWorkbench } from '../testing/workbench-world.ts'
import type { Person } from '../testing/person.ts'
import { receptionWorld, type ReceptionWorld } from '../testing/reception-world.ts'
import { startNode } from '../testing/start-node.ts'

let here: ReceptionWorld

beforeEach(async () => {
  here = await receptionWorld()
  // The administrator is offline, so two agents share the customers.
  await here.seeThere(here.lin, here.wei)
})

const drain = () => here.reception.work.assignQueue.run()

/** Customers write one after the other, 1 ms apart. */
const come = async (...names: string[]): Promise<CustomerId[]> => {
  const ids: CustomerId[] = []
  for (const name of names) {
    here.clock.advance(1)
    ids.push(await here.write(name, '在吗'))
  }
  return ids
}

const ownersOf = async (ids: CustomerId[]): Promise<(AgentId | null)[]> =>
  Promise.all(ids.map(async (id) => (await here.customerOf(id)).agentId))

const receive = (person: Person, customerId: CustomerId) =>
  person.call(customerApi.receive, { body: { customerId, confirmFull: true } })

describe('分配方式', () => {
  test('空闲优先 is what an enterprise begins with', async () => {
    const { lin, wei, reception, clock } = here
    const ids = await come('甲', '乙', '丙')
    await drain()
    expect(new Set(await ownersOf(ids))).toEqual(new Set([lin.id, wei.id]))

    clock.advance(DEFAULT_ASSIGN_RULE.returnSec * 1000)
    await reception.work.waiting.run()
    expect(await ownersOf(ids)).toEqual([null, null, null])
    await drain()
    await drain()
    expect(await here.hints('queue_full')).toHaveLength(1)
  })

  test('手动领取 assigns no customer', async () => {
    await here.setPlan('manual')
    const ids = await come('甲', '乙')
    await drain()

    expect(await ownersOf(ids)).toEqual([null, null])
    expect(await here.hints()).toEqual([])
  })

  test('轮流 continues round robin from the last assigned agent, regardless of load', async () => {
    const { lin, wei } = here
    await here.setPlan('rotate')
    const first = await come('甲', '乙', '丙')
    await drain()
    const later = await come('丁', '戊')
    await drain()

    expect(await ownersOf(first)).toEqual([lin.id, wei.id, lin.id])
    expect(await ownersOf(later)).toEqual([wei.id, lin.id])
  })

  test('空闲优先 looks at how full each is, not at how many', async () => {
    const { lin, wei } = here
    await here.setPlan('idle')
    await here.changeAgent(lin, { receptionLimit: 2 })
    await here.changeAgent(wei, { receptionLimit: 10 })
    const [one, two] = await come('甲', '乙')
    await receive(lin, one!)
    await receive(wei, two!)
    const ids = await come('丙', '丁', '戊', '己')
    await drain()

    expect(await ownersOf(ids)).toEqual([wei.id, wei.id, wei.id, wei.id])
  })

  test('熟客优先 assigns the agent who answered last, else the one with the fewest customers', async () => {
    const { lin, wei } = here
    await here.setPlan('familiar', { familiarDays: 1 })
    const [known, other] = await come('甲', '乙')
    await wei.call(messageApi.send, {
      body: { customerId: known!, chatId: 'chat-001', content: { type: 'text', text: '您好' } },
    })
    await wei.call(customerApi.release, { body: { customerId: known! } })
    await receive(wei, other!)
    await here.write('甲', '再问一下')
    await drain()
    expect(await ownersOf([known!])).toEqual([wei.id])

    await wei.call(customerApi.release, { body: { customerId: known! } })
    here.clock.advance(2 * 86_400_000)
    await here.seeThere(lin, wei)
    await here.write('甲', '又来了')
    await receive(wei, other!)
    await drain()
    expect(await ownersOf([known!])).toEqual([lin.id])
  })

  test('熟客优先 forgets the agent at 释放 where the enterprise says so', async () => {
    const { lin, wei, zhao } = here
    await here.setPlan('familiar', { familiarDays: 1 })
    await saveCustomerSetting(zhao, { keepFamiliar: false })
    const [known, other] = await come('甲', '乙')
    await wei.call(messageApi.send, {
      body: { customerId: known!, chatId: 'chat-001', content: { type: 'text', text: '您好' } },
    })
    await wei.call(customerApi.release, { body: { customerId: known! } })
    await receive(wei, other!)
    await here.write('甲', '再问一下')
    await drain()

    expect(await ownersOf([known!])).toEqual([lin.id])
  })

  test('指定客服 assigns to listed agents only', async () => {
    const { wei } = here
    await here.setPlan('listed', { agentIds: [wei.id] })
    await here.changeAgent(wei, { receptionLimit: 1 })
    const ids = await come('甲', '乙')
    await drain()

    expect(await ownersOf(ids)).toEqual([wei.id, null])
  })

  test('按标签 takes the first row that fits, else the idlest', async () => {
    const { lin, wei, zhao } = here
    const [tagged, plain] = await come('甲', '乙')
    const { tagIds } = await here.customerOf(tagged!)
    await here.changeCustomer(plain!, { tagIds: [] })
    await here.seeThere(zhao)
    await here.setPlan('tag', { tagRows: [{ tagId: tagIds[0]!, agentIds: [zhao.id] }] })
    await receive(lin, (await come('丙'))[0]!)
    await drain()

    expect(await ownersOf([tagged!, plain!])).toEqual([zhao.id, wei.id])
  })

  test('an account may have a plan of its own', async () => {
    const { account, db, clock } = here
    await here.setPlan('idle')
    const planId = newId<PlanId>(clock.now())
    const manual = { assignMode: 'manual', assign: DEFAULT_ASSIGN_RULE, updatedAt: clock.now() } as const
    await db.sql.insert(receptionPlan).values({ entId: account.entId, id: planId, name: '旗舰店', ...manual })
    await db.sql.insert(receptionPlanAccount).values({ entId: account.entId, relationId: account.id, planId })
    const ids = await come('甲')
    await drain()

    expect(await ownersOf(ids)).toEqual([null])
  })
})

test('the assigned agent gets an event, and every screen agrees', async () => {
  const { lin, zhao } = here
  await here.setPlan('rotate')
  const [customerId] = await come('甲')
  const workbench = await openWorkbench(zhao, customerId!)

  await drain()

  await workbench.agrees()
  expect((await workbench.events()).map((event) => event.type)).toEqual(['cus_message', 'rec_cus'])
  expect((await workbench.events()).at(-1)).toMatchObject({ agentId: lin.id, reason: 'auto', operatorId: null })
  expect(await here.linesOf(customerId!)).toEqual(['该客户已自动分配给 林小满'])
  expect(await here.hints()).toMatchObject([
    { to: [lin.id], hint: { hintType: 'assigned', customerId, text: '甲 已分配给您' } },
  ])
})

test.each([
  ['is away', (person: Person) => here.changeAgent(person, { status: 'invisible' })],
  ['is disabled', (person: Person) => here.changeAgent(person, { enabled: false })],
  ['receives other accounts only', (person: Person) => here.changeAgent(person, { accountScope: [] })],
])('who %s is given nobody', async (_name, change) => {
  const { lin, wei } = here
  await here.setPlan('rotate')
  await change(lin)
  const ids = await come('甲', '乙')
  await drain()

  expect(await ownersOf(ids)).toEqual([wei.id, wei.id])
})

test('an agent without a console for a minute, or not named by the account, is assigned no customer', async () => {
  const { lin, wei, zhao, account } = here
  await here.setPlan('rotate')
  here.clock.advance(60_001)
  await here.seeThere(wei, zhao)
  const [row] = await here.db.sql.select().from(channelAccount).where(eq(channelAccount.id, account.id))
  const setting = { ...row!.setting, agentIds: [lin.id, wei.id] }
  await here.db.sql.update(channelAccount).set({ setting }).where(eq(channelAccount.id, account.id))
  const ids = await come('甲', '乙')
  await drain()

  expect(await ownersOf(ids)).toEqual([wei.id, wei.id])
})

test('no agent exceeds the reception limit; the longest waiting come first, the next when a place is free', async () => {
  const { lin, wei } = here
  await here.setPlan('idle')
  await here.changeAgent(lin, { receptionLimit: 2 })
  await here.changeAgent(wei, { receptionLimit: 1 })
  const ids = await come('甲', '乙', '丙', '丁', '戊')
  await drain()
  expect((await ownersOf(ids)).map((owner) => owner !== null)).toEqual([true, true, true, false, false])

  const mine = ids[(await ownersOf(ids)).indexOf(wei.id)]!
  await wei.call(customerApi.archive, { body: { customerId: mine, archive: true } })
  await drain()
  expect(await ownersOf(ids.slice(3))).toEqual([wei.id, null])
})

test('those of the AI, archived, blocked or answered are in no queue', async () => {
  await here.setPlan('idle')
  const [hosted, archived, blocked, answered] = await come('甲', '乙', '丙', '丁')
  await here.changeCustomer(hosted!, { receptionType: 'ai_agent', aiOffReason: null })
  await here.zhao.call(customerApi.archive, { body: { customerId: archived!, archive: true } })
  await here.zhao.call(customerApi.block, { body: { customerId: blocked!, block: true } })
  await here.changeCustomer(answered!, { waitingSince: null })
  await drain()

  expect(await ownersOf([hosted!, archived!, blocked!, answered!])).toEqual([null, null, null, null])
})

test('without anybody the customer is told once in a session, and 主管 once in ten minutes', async () => {
  const { lin, wei, clock } = here
  const supervisor = await here.hire('主管', 'supervisor')
  await here.setPlan('idle', { queueText: '前面还有客户，请稍候' })
  for (const person of [lin, wei]) await here.changeAgent(person, { status: 'invisible' })
  const [one] = await come('甲', '乙')
  await drain()
  await drain()
  clock.advance(9 * 60_000)
  await drain()

  const told = async (id: CustomerId) =>
    (await here.db.sql.select().from(message).where(eq(message.topicId, id))).filter(
      (row) => row.senderId === 'flow' && row.content.text === '前面还有客户，请稍候',
    ).length
  expect(await told(one!)).toBe(1)
  expect(await here.customerOf(one!)).toMatchObject({ receptionType: 'manual', receptionEpoch: 1 })
  expect((await here.customerOf(one!)).waitingSince).not.toBeNull()
  expect(await here.hints('queue_full')).toMatchObject([
    { to: [supervisor.id], hint: { customerId: null, text: '没有可接待的客服，2 位客户正在排队' } },
  ])

  clock.advance(60_000)
  await drain()
  expect(await here.hints('queue_full')).toHaveLength(2)
  await here.zhao.call(customerApi.archive, { body: { customerId: one!, archive: true } })
  await here.write('甲', '又来了')
  await drain()
  expect(await told(one!)).toBe(2)
})

test('a customer whose row is locked meanwhile is assigned last in the same run', async () => {
  const { db, lin, wei } = here
  const [first, second] = (await come('甲', '乙')) as [CustomerId, CustomerId]
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = db.transaction(async ({ sql }) => {
    await sql.select().from(customer).where(eq(customer.id, first)).for('no key update')
    locked.resolve()
    await released.promise
  })
  await locked.promise

  const drained = drain()
  await expect.poll(async () => (await here.customerOf(second)).agentId).not.toBeNull()
  expect((await here.customerOf(first)).agentId).toBeNull()
  released.resolve()
  await Promise.all([holding, drained])

  expect(new Set(await ownersOf([first, second]))).toEqual(new Set([lin.id, wei.id]))
})

test('two drains at once give everybody to one agent each, in turn', async () => {
  const { lin, wei } = here
  await here.setPlan('rotate')
  const ids = await come(...Array.from({ length: 12 }, (_, n) => `客户${n}`))
  const second = await startNode(here.databaseUrl, here.clock)
  try {
    await Promise.all([drain(), second.reception.work.assignQueue.run(), drain()])
  } finally {
    await second.close()
  }

  expect(await ownersOf(ids)).toEqual(ids.map((_, n) => (n % 2 === 0 ? lin.id : wei.id)))
  for (const id of ids) expect((await here.eventsOf(id)).filter((event) => event.type === 'rec_cus')).toHaveLength(1)
})

test('joining the queue, a freed place and an agent coming online trigger assignment', async () => {
  const { lin, bus } = here
  await here.setPlan('idle')
  let wakes = 0
  bus.subscribe((sent) => {
    if (sent.kind === 'work' && sent.queue === 'assign') wakes += 1
  })
  const woken = async (work: () => Promise<unknown>) => {
    wakes = 0
    await work()
    return wakes > 0
  }

  const [customerId] = await come('甲')
  expect(await woken(() => come('乙'))).toBe(true)
  expect(await woken(() => here.write('乙', '还在吗'))).toBe(false)
  expect(await woken(() => receive(lin, customerId!))).toBe(false)
  expect(await woken(() => lin.call(customerApi.release, { body: { customerId: customerId! } }))).toBe(true)
  await receive(lin, customerId!)
  expect(await woken(() => lin.call(customerApi.archive, { body: { customerId: customerId!, archive: true } }))).toBe(
    true,
  )
  const socket = await lin.connect()
  await socket.roundTrip()
  await expect.poll(() => wakes).toBeGreaterThan(0)
})
