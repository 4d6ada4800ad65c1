import { customerApi, type CustomerId, messageApi, SCOPE } from '@ruwu/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { channelAccount } from '../db/schema/index.ts'
import { openWorkbench } from '../testing/workbench-world.ts'
import { openList } from '../testing/open-list.ts'
import type { Person } from '../testing/person.ts'
import { receptionWorld, type ReceptionWorld } from '../testing/reception-world.ts'
import { systemTagId } from '../customer/customer-tags.ts'

let here: ReceptionWorld

beforeEach(async () => {
  here = await receptionWorld()
})

let said = 0
const send = (person: Person, customerId: CustomerId, text = '您好') => {
  said += 1
  return person.call(messageApi.send, {
    body: { customerId, chatId: `chat-${1000 + said}`, content: { type: 'text', text } },
  })
}

const archive = (person: Person, customerId: CustomerId, to = true) =>
  person.call(customerApi.archive, { body: { customerId, archive: to } })

const setAi = (person: Person, customerId: CustomerId, enableAi: boolean) =>
  person.call(customerApi.setAiStatus, { body: { customerId, enableAi } })

const types = async (customerId: CustomerId) => (await here.eventsOf(customerId)).map((event) => event.type)

const minutes = (n: number) => new Date(here.clock.now().getTime() + n * 60_000)

describe('归档', () => {
  test('ends the session with its last message, keeps the owner, and leaves the list', async () => {
    const { lin } = here
    const customerId = await here.write('小满', '在吗')
    await send(lin, customerId)
    const open = await openList(lin, { scope: SCOPE.mine })
    const archived = await openList(lin, { scope: SCOPE.mine, archive: true })
    const workbench = await openWorkbench(lin, customerId)
    const lastWord = here.clock.now()
    here.clock.advance(60_000)

    expect(await archive(lin, customerId)).toMatchObject({ archive: true, agentId: lin.id })

    expect([await open.settle(), await archived.settle()]).toEqual([[], [customerId]])
    await open.agrees()
    await archived.agrees()
    await workbench.agrees()
    expect(await here.sessionsOf(customerId)).toMatchObject([{ endAt: lastWord }])
    expect(await here.customerOf(customerId)).toMatchObject({ sessionId: null })
    expect(await here.linesOf(customerId)).toContain('林小满 归档了该客户')
    const told = await types(customerId)
    expect(await archive(lin, customerId)).toMatchObject({ archive: true })
    expect(await types(customerId)).toEqual(told)

    expect(await archive(lin, customerId, false)).toMatchObject({ archive: false })
    expect(await open.settle()).toEqual([customerId])
    expect(await here.linesOf(customerId)).toContain('林小满 取消了归档')
  })

  // R184
  test('undone, the session goes on that it ended, unless it is over by silence; 取消归档 by itself begins none', async () => {
    const customerId = await here.write('小满', '在吗')
    const undo = () => here.lin.call(customerApi.archive, { body: { customerId, archive: false, undo: true } })
    const [session] = await here.sessionsOf(customerId)
    expect(await archive(here.lin, customerId)).toMatchObject({ isUndoable: true })

    await undo()
    expect(await here.sessionsOf(customerId)).toEqual([session])
    expect(await here.customerOf(customerId)).toMatchObject({ archive: false, sessionId: session!.id })
    await here.write('小满', '还在吗')
    expect(await here.sessionsOf(customerId)).toHaveLength(1)

    await archive(here.lin, customerId)
    await archive(here.lin, customerId, false)
    expect(await here.customerOf(customerId)).toMatchObject({ sessionId: null })
    await archive(here.lin, customerId)
    here.clock.advance(25 * 3_600_000)
    await undo()
    expect(await here.customerOf(customerId)).toMatchObject({ archive: false, sessionId: null })
  })

  test('a new message of the customer ends it, begins a session, and tells both', async () => {
    const customerId = await here.write('小满', '在吗')
    await archive(here.zhao, customerId)
    const workbench = await openWorkbench(here.zhao, customerId)

    await here.write('小满', '还在吗')

    await workbench.agrees()
    expect(await here.customerOf(customerId)).toMatchObject({ archive: false })
    expect(await here.sessionsOf(customerId)).toHaveLength(2)
    expect((await workbench.events()).map((event) => event.type)).toEqual(['cus_message', 'cus_change_archive'])
  })
})

describe('AI 托管', () => {
  test('is refused until an AI is published; on and off are told and stay', async () => {
    const { lin } = here
    const customerId = await here.write('小满', '在吗')
    expect(await lin.refused(customerApi.setAiStatus, { body: { customerId, enableAi: true } })).toMatchObject({
      code: 42200,
      msg: '该账号尚未发布 AI 智能体',
    })
    await here.publishAi()
    const workbench = await openWorkbench(lin, customerId)

    expect(await setAi(lin, customerId, true)).toMatchObject({
      enableAi: true,
      receptionType: 'ai_agent',
      receptionEpoch: 2,
      aiOffReason: null,
    })
    expect(await setAi(lin, customerId, true)).toMatchObject({ receptionEpoch: 2 })
    expect(await setAi(lin, customerId, false)).toMatchObject({
      enableAi: false,
      receptionType: 'manual',
      receptionEpoch: 3,
      aiOffReason: 'agent_toggle',
      autoEnableAt: null,
    })

    await workbench.agrees()
    expect((await workbench.events()).filter((event) => event.type !== 'cus_message')).toMatchObject([
      { type: 'cus_change_enable_ai', enableAi: true, receptionEpoch: 2 },
      { type: 'cus_change_enable_ai', enableAi: false, receptionEpoch: 3 },
    ])
    expect(await here.linesOf(customerId)).toEqual(['AI 托管已开启：林小满 手动开启', 'AI 托管已关闭：林小满 手动关闭'])
    expect(await here.sessionsOf(customerId)).toMatchObject([{ receptionPath: ['manual', 'ai_agent', 'manual'] }])
  })

  test('what a person switched off by hand is never taken back by the system', async () => {
    const { lin } = here
    await here.publishAi('5')
    const customerId = await here.write('小满', '在吗')
    await setAi(lin, customerId, false)

    await send(lin, customerId)
    here.clock.advance(10 * 60_000)
    await here.reception.work.returns.run()
    await archive(lin, customerId)
    await here.write('小满', '又来了')

    expect(await here.customerOf(customerId)).toMatchObject({
      receptionType: 'manual',
      aiOffReason: 'agent_toggle',
      archive: false,
    })
  })

  test('a person’s word takes over; the AI comes back after the time of its agent, each word moves it', async () => {
    const { lin } = here
    await here.publishAi('30')
    const customerId = await here.write('小满', '在吗')
    expect(await here.customerOf(customerId)).toMatchObject({ receptionType: 'ai_agent', receptionEpoch: 1 })
    const workbench = await openWorkbench(here.zhao, customerId)

    await send(lin, customerId)
    expect(await here.customerOf(customerId)).toMatchObject({
      receptionType: 'manual',
      receptionEpoch: 2,
      aiOffReason: 'human_reply',
      autoEnableAt: minutes(30),
      agentId: lin.id,
    })
    here.clock.advance(60_000)
    await send(lin, customerId, '还在吗')
    expect(await here.customerOf(customerId)).toMatchObject({ receptionEpoch: 2, autoEnableAt: minutes(30) })
    await workbench.agrees()
    expect((await workbench.events()).filter((event) => event.type !== 'cus_message')).toMatchObject([
      { type: 'cus_auto_disable_ai', aiOffReason: 'human_reply' },
      { type: 'rec_cus', reason: 'reply' },
      { type: 'agent_update_customer_info', changed: { autoEnableAt: minutes(30).toISOString() } },
    ])

    here.clock.advance(30 * 60_000 - 1)
    await here.reception.work.returns.run()
    expect(await here.customerOf(customerId)).toMatchObject({ receptionType: 'manual' })
    here.clock.advance(1)
    await here.reception.work.returns.run()
    await here.reception.work.returns.run()
    expect(await here.customerOf(customerId)).toMatchObject({
      receptionType: 'ai_agent',
      receptionEpoch: 3,
      aiOffReason: null,
      autoEnableAt: null,
      agentId: lin.id,
    })
    await workbench.agrees()
    expect((await types(customerId)).at(-1)).toBe('cus_delay_auto_enable_ai')
  })

  test('an echo of a message typed in the platform’s app takes over from the AI without setting an owner', async () => {
    await here.publishAi('next_day')
    const customerId = await here.write('小满', '在吗')

    await here.platform.tell(here.platform.echo(here.account, '小满', '稍等', 'app'))
    await here.platform.settle()

    // Tomorrow at eight in Shanghai; it is ten o'clock there now.
    expect(await here.customerOf(customerId)).toMatchObject({
      receptionType: 'manual',
      aiOffReason: 'human_reply',
      autoEnableAt: new Date('2026-03-17T00:00:00.000Z'),
      agentId: null,
    })
  })

  test('when nothing could answer at that time, people go on receiving', async () => {
    const { lin } = here
    await here.publishAi('5')
    const customerId = await here.write('小满', '在吗')
    await send(lin, customerId)
    await here.publishAi('5', null)
    here.clock.advance(5 * 60_000)

    await here.reception.work.returns.run()

    expect(await here.customerOf(customerId)).toMatchObject({
      receptionType: 'manual',
      receptionEpoch: 2,
      aiOffReason: 'schedule',
      autoEnableAt: null,
    })
    expect((await types(customerId)).at(-1)).toBe('agent_update_customer_info')
  })

  test('不再恢复 makes it the agent’s own choice', async () => {
    const { lin } = here
    await here.publishAi()
    const customerId = await here.write('小满', '在吗')
    await send(lin, customerId)
    const workbench = await openWorkbench(lin, customerId)

    const stop = () => lin.call(customerApi.setAutoEnable, { body: { customerId, enable: false } })
    expect(await stop()).toMatchObject({ aiOffReason: 'agent_toggle', autoEnableAt: null, receptionEpoch: 2 })
    expect(await stop()).toMatchObject({ aiOffReason: 'agent_toggle' })

    await workbench.agrees()
    expect((await workbench.events()).map((event) => event.type)).toEqual(['cus_message', 'agent_update_customer_info'])
  })

  test('without a published AI no customer returns to it, and no countdown is shown', async () => {
    const customerId = await here.write('小满', '在吗')
    await send(here.lin, customerId)

    expect(await here.customerOf(customerId)).toMatchObject({ aiOffReason: 'error', autoEnableAt: null })
  })

  test('who was left to people by the plan goes to the AI with the next message, once it may', async () => {
    const customerId = await here.write('小满', '在吗')
    await here.changeCustomer(customerId, { aiOffReason: 'schedule' })
    await here.publishAi()
    const workbench = await openWorkbench(here.zhao, customerId)

    await here.write('小满', '还在吗')

    expect(await here.customerOf(customerId)).toMatchObject({ receptionType: 'ai_agent', receptionEpoch: 2 })
    await workbench.agrees()
    expect(await here.linesOf(customerId)).toEqual(['接待方案切换，由 AI 接待'])
  })
})

test('a customer given to the AI by hand stays with it in this session although the account’s switch is off', async () => {
  await here.publishAi()
  await here.db.sql.update(channelAccount).set({ receptionMode: 'close' })
  const customerId = await here.write('小满', '在吗')
  await setAi(here.lin, customerId, true)

  await here.write('小满', '还在吗', '多少钱')
  expect(await here.customerOf(customerId)).toMatchObject({ receptionType: 'ai_agent', receptionEpoch: 2 })

  here.clock.advance(24 * 3_600_000)
  await here.write('小满', '又来了')
  expect(await here.customerOf(customerId)).toMatchObject({ receptionType: 'manual', aiOffReason: 'schedule' })
})

test('whom the AI took up just as the account’s switch went off goes to people with the next message', async () => {
  await here.publishAi()
  const customerId = await here.write('小满', '在吗')
  await here.db.sql.update(channelAccount).set({ receptionMode: 'close' })

  await here.write('小满', '还在吗')
  expect(await here.customerOf(customerId)).toMatchObject({ receptionType: 'manual', aiOffReason: 'schedule' })
})

test('工作流: none can be begun, one that runs can be left', async () => {
  const { lin } = here
  const customerId = await here.write('小满', '在吗')
  const set = (enableWorkflow: boolean) => ({ body: { customerId, enableWorkflow } })
  expect(await lin.refused(customerApi.setWorkflowStatus, set(true))).toMatchObject({
    code: 42200,
    msg: '该账号没有可用的工作流',
  })
  await here.changeCustomer(customerId, { receptionType: 'workflow', aiOffReason: 'schedule' })
  const workbench = await openWorkbench(lin, customerId)

  expect(await lin.call(customerApi.setWorkflowStatus, set(false))).toMatchObject({
    receptionType: 'manual',
    aiOffReason: 'agent_toggle',
    receptionEpoch: 2,
  })
  expect(await lin.call(customerApi.setWorkflowStatus, set(false))).toMatchObject({ receptionEpoch: 2 })
  await workbench.agrees()
  expect((await workbench.events()).map((event) => event.type)).toEqual(['cus_message', 'cus_change_enable_workflow'])
})

test('拉黑 stops every word to the customer, shows as a tag, and is undone', async () => {
  const { lin } = here
  const customerId = await here.write('小满', '在吗')
  const workbench = await openWorkbench(here.zhao, customerId)
  const tagId = systemTagId(here.account.entId, 'blocked')
  const block = (to: boolean) => lin.call(customerApi.block, { body: { customerId, block: to } })

  const blocked = await block(true)
  expect(blocked).toMatchObject({ isBlocked: true, tagIds: expect.arrayContaining([tagId]) })
  expect((await block(true)).version).toBe(blocked.version)

  await workbench.agrees()
  const sends = { body: { customerId, chatId: 'chat-blocked', content: { type: 'text', text: '您好' } } }
  expect(await lin.refused(messageApi.send, sends)).toMatchObject({ code: 42200 })
  const { receptionType, receptionEpoch } = await here.customerOf(customerId)
  const automatic = await here.db.transaction((tx) =>
    here.reception.automatic.send(tx, {
      entId: here.account.entId,
      customerId,
      kind: 'flow_step',
      content: { type: 'text', text: '您好' },
      expected: { receptionType, receptionEpoch },
    }),
  )
  expect(automatic).toEqual({ blocked: '该客户已被拉黑，无法发送消息', why: 'refused' })

  const freed = await block(false)
  expect(freed.isBlocked).toBe(false)
  expect(freed.tagIds).not.toContain(tagId)
  await workbench.agrees()
  expect(await here.linesOf(customerId)).toEqual(['林小满 拉黑了该客户', '林小满 将该客户移出了黑名单'])
})

test('黑名单 lists the newest first, page by page, without other enterprises’ customers', async () => {
  const { lin, zhao, rival } = here
  const ids = []
  for (const name of ['甲', '乙', '丙']) {
    const customerId = await here.write(name, '在吗')
    await lin.call(customerApi.block, { body: { customerId, block: true } })
    ids.unshift(customerId)
  }

  const first = await zhao.call(customerApi.listBlocked, { body: { limit: 2 } })
  const second = await zhao.call(customerApi.listBlocked, { body: { limit: 2, cursor: first.nextCursor } })

  expect([...first.items, ...second.items].map(({ customerId }) => customerId)).toEqual(ids)
  expect(first.items[0]).toMatchObject({ name: '丙', blockedAt: here.clock.now().toISOString() })
  expect(second.nextCursor).toBeNull()
  expect((await rival.call(customerApi.listBlocked, { body: {} })).items).toEqual([])
  expect(await zhao.refused(customerApi.listBlocked, { body: { cursor: 'x' } })).toMatchObject({ code: 40001 })

  await zhao.call(customerApi.block, { body: { customerId: ids[0]!, block: false } })
  expect((await zhao.call(customerApi.listBlocked, { body: {} })).items).toHaveLength(2)
})

test('a session without messages for a day ends at its last message and frees its owner’s place', async () => {
  const { lin } = here
  const silent = await here.write('小满', '在吗')
  await send(lin, silent)
  const lastWord = here.clock.now()
  here.clock.advance(60_000)
  const talking = await here.write('小暑', '在吗')
  const before = await here.customerOf(silent)

  here.clock.advance(24 * 3_600_000 - 60_000)
  await here.reception.work.sessionExpiry.run()

  expect(await here.sessionsOf(silent)).toMatchObject([{ endAt: lastWord }])
  expect(await here.customerOf(silent)).toEqual({ ...before, sessionId: null })
  expect(await here.sessionsOf(talking)).toMatchObject([{ endAt: null }])
  const targets = await here.zhao.call(customerApi.listTargets, { body: {} })
  expect(targets.find((each) => each.agentId === lin.id)).toMatchObject({ current: 0 })
})

test('the hint that one message is left goes to the sender only', async () => {
  const { lin } = here
  const customerId = await here.write('小满', '在吗')
  for (let n = 1; n <= 4; n += 1) await send(lin, customerId, `第 ${n} 句`)
  expect(await here.hints('quota_near')).toEqual([])

  await send(lin, customerId, '第 5 句')

  expect(await here.hints('quota_near')).toMatchObject([
    { to: [lin.id], hint: { text: '小满：24h 剩余 1/6 条', level: 'warn', customerId } },
  ])
})
