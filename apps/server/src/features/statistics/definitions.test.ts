import {
  aiAgentApi,
  type Content,
  customerApi,
  type CustomerId,
  type MaterialId,
  messageApi,
  type MetricName,
  statisticsApi,
  tagApi,
  type Tile,
} from '@ruwu/contract'
import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aiHandoff, BY_FLOW, customerTag, material } from '../../db/schema/index.ts'
import { refreshBitmaps } from '../../list/index.ts'
import { newId } from '../../platform/ids.ts'
import { aiWorld } from '../../testing/ai-world.ts'
import { saveCustomerSetting } from '../../testing/customer-setting.ts'
import type { Person } from '../../testing/person.ts'
import { openAccount } from '../../testing/platform.ts'
import { handsOver } from '../../testing/scripted-engine.ts'
import { type WorkbenchWorld, workbenchWorld } from '../../testing/workbench-world.ts'

// R157

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const TODAY = { range: 'today' as const, compare: false }

const tileOf = (tiles: readonly Tile[], name: MetricName) => tiles.find((tile) => tile.name === name)

let sent = 0
const reply = (person: Person, customerId: CustomerId, content: Content = { type: 'text', text: '您好' }) => {
  sent += 1
  return person.call(messageApi.send, { body: { customerId, chatId: `reply-00${sent}`, content } })
}

/** Median of the first responses of agents, and the bars of their histogram. */
const firstResponses = async (zhao: Person) => {
  const { tiles, rows } = await zhao.call(statisticsApi.reception, { body: TODAY })
  return [tileOf(tiles, 'humanFirstMedian')?.value, rows.map(({ value }) => value)]
}

const enter = async ({ platform, account, rowOf }: WorkbenchWorld, name: string) => {
  const event = { kind: 'enter', conversationKey: `conv-${name}`, from: { platformId: name, name }, entry: {} } as const
  await platform.tell({ ...platform.base(account), ...event })
  await platform.settle()
  return (await rowOf(name)).id
}

test('a message that takes a customer from the AI is no response time of 0 s', async () => {
  const here = await aiWorld()
  const { zhao, lin, clock } = here
  const taken = await here.write('甲', '在吗')
  clock.advance(8 * MINUTE_MS)
  await reply(lin, taken)
  expect((await here.sessionsOf(taken))[0]).toMatchObject({ receptionPath: ['ai_agent', 'manual'], humanMessages: 1 })
  expect(await firstResponses(zhao)).toEqual([-1, [0, 0, 0, 0, 0]])

  here.engine.script = () => handsOver('keyword', '转人工')
  const handedOver = await here.ask('乙', '转人工')
  clock.advance(100_000)
  await reply(lin, handedOver)

  expect(await firstResponses(zhao)).toEqual([100, [0, 0, 1, 0, 0]])
})

test('after a greeting the response time is that of the first answer', async () => {
  const here = await workbenchWorld()
  const { zhao, lin, clock, write } = here
  const customerId = await enter(here, '甲')
  clock.advance(5_000)
  await reply(lin, customerId)
  clock.advance(4 * MINUTE_MS)
  await write('甲', '多少钱')
  expect(await firstResponses(zhao)).toEqual([-1, [0, 0, 0, 0, 1]])

  clock.advance(MINUTE_MS)
  await reply(lin, customerId)

  expect(await firstResponses(zhao)).toEqual([60, [0, 1, 0, 0, 0]])
})

test('a handoff by a workflow is none of the AI', async () => {
  const here = await aiWorld()
  const { zhao, account, db, clock } = here
  const customerId = await here.ask('甲', '在吗')
  const [open] = await here.sessionsOf(customerId)
  const key = { entId: account.entId, relationId: account.id, customerId, sessionId: open!.id }
  await db.sql.insert(aiHandoff).values({ ...key, epoch: 9, reason: BY_FLOW, at: clock.now() })
  await here.ask('乙', '在吗')
  here.engine.script = () => handsOver('keyword', '转人工')
  await here.ask('乙', '转人工')

  const { tiles, rows } = await zhao.call(statisticsApi.ai, { body: TODAY })

  expect(tileOf(tiles, 'handoffRate')?.value).toBe(1 / 2)
  expect(rows).toEqual([{ group: 'handoff', reason: 'keyword', value: 1, rate: 1 / 2 }])
  const effect = await zhao.call(aiAgentApi.statistics, { query: { relationId: account.id } })
  expect(effect.handoffRate).toBe(1 / 2)
})

test('留资率 of a tag is of those who wrote, and a binding counts without a visit', async () => {
  const here = await workbenchWorld()
  const { zhao, lin, clock, write } = here
  const old = await write('丙', '在吗')
  clock.advance(2 * DAY_MS)
  const silent = await enter(here, '甲')
  const lead = await write('乙', '我的电话 13812345678')
  const { tag } = await zhao.call(tagApi.createBind, { body: { customerId: old, name: '老客户' } })
  for (const customerId of [silent, lead])
    await zhao.call(customerApi.bindTags, { body: { customerId, tagIds: [tag.id] } })
  const read = async (filter: object, who = zhao) => {
    const { rows } = await who.call(statisticsApi.tag, { body: { ...TODAY, ...filter } })
    return rows.find(({ tagId }) => tagId === tag.id)
  }
  /** Customers behind 新增. */
  const bound = async (filter: object, who = zhao) => {
    const body = { ...TODAY, ...filter, addedTagId: tag.id }
    const { rows, total } = await who.call(statisticsApi.sessionPage, { body })
    expect(rows).toHaveLength(total)
    return new Set(rows.map(({ customerId }) => customerId))
  }

  expect(await bound({})).toEqual(new Set([old, silent, lead]))
  expect(await bound({ traffic: 'organic' })).toEqual(new Set([silent, lead]))
  expect(await bound({ agentIds: [lin.id] })).toEqual(new Set())
  expect(await bound({ tagIds: [tag.id] })).toEqual(new Set([old, silent, lead]))
  await reply(lin, lead)
  expect(await read({ agentIds: [lin.id] })).toMatchObject({ added: 1 })
  expect(await bound({ agentIds: [lin.id] })).toEqual(new Set([lead]))
  // With the data scope 本人: unassigned customers and one's own.
  const viewer = await here.hire('看数', ['im:viewPage', 'statistics:viewPage'])
  await viewer.signIn()
  expect(await read({}, viewer)).toMatchObject({ added: 2 })
  expect(await bound({}, viewer)).toEqual(new Set([old, silent]))
  expect(await read({})).toMatchObject({ customers: 2, added: 3, leadCustomers: 1, leadRate: 1 })
  expect(await read({ traffic: 'organic' })).toMatchObject({ customers: 2, added: 2 })
})

test("a binding has its customer's number from whichever of the two comes last, and is counted without", async () => {
  const here = await workbenchWorld()
  const { zhao, db, write } = here
  const viewer = await here.hire('看数', ['im:viewPage', 'statistics:viewPage'])
  await viewer.signIn()
  const bind = (customerId: CustomerId, name: string) =>
    zhao.call(tagApi.createBind, { body: { customerId, name } }).then(({ tag }) => tag.id)
  const [held, early] = [await write('甲', '在吗'), await write('乙', '在吗')]
  const tagId = await bind(held, '老客户')
  await zhao.call(customerApi.bindTags, { body: { customerId: early, tagIds: [tagId] } })
  const counted = async () => {
    const { rows } = await viewer.call(statisticsApi.tag, { body: TODAY })
    return rows.find((row) => row.tagId === tagId)?.added
  }
  const hasNumber = async (customerId: CustomerId, id = tagId) => {
    const isBinding = and(eq(customerTag.customerId, customerId), eq(customerTag.tagId, id))
    const [binding] = await db.sql.select().from(customerTag).where(isBinding)
    return binding!.customerNo !== null
  }

  expect([await hasNumber(held), await hasNumber(early), await counted()]).toEqual([false, false, 2])
  await db.transaction(async ({ sql: tx }) => {
    await tx.execute(sql`select 1 from customer_tag where customer_id = ${held} for update`)
    await refreshBitmaps(db, 1)
  })
  expect([await hasNumber(held), await hasNumber(early), await counted()]).toEqual([false, true, 2])
  expect(await hasNumber(held, await bind(held, '回头客'))).toBe(true)
})

test('未回复会话 is compared with those that waited at the same time yesterday', async () => {
  const { zhao, lin, clock, write } = await workbenchWorld()
  const begin = clock.now()
  const late = [await write('甲', '在吗'), await write('乙', '在吗')]
  const forgotten = await write('丙', '在吗')
  await reply(lin, forgotten)
  clock.advance(10 * MINUTE_MS)
  for (const customerId of late) await reply(lin, customerId)
  await write('丙', '还在吗')
  await lin.call(customerApi.archive, { body: { customerId: forgotten, archive: true } })

  clock.set(new Date(begin.getTime() + DAY_MS + 5 * MINUTE_MS))
  await write('丁', '在吗')
  clock.advance(4 * MINUTE_MS)
  const { tiles } = await zhao.call(statisticsApi.reception, { body: { range: 'today' } })

  expect(tileOf(tiles, 'unanswered')).toMatchObject({ value: 1, base: 2 })
})

test('未回复时长 is what an open session waits; another one counts these anew, and none that ended', async () => {
  const { zhao, lin, clock, write } = await workbenchWorld()
  const yesterday = { range: 'yesterday' as const, compare: false }
  const unanswered = async (period: typeof TODAY | typeof yesterday) => {
    const { tiles } = await zhao.call(statisticsApi.reception, { body: period })
    const { total } = await zhao.call(statisticsApi.sessionPage, { body: { ...period, metric: 'unanswered' } })
    return [tileOf(tiles, 'unanswered')?.value, total]
  }
  const forgotten = await write('甲', '在吗')
  await lin.call(customerApi.archive, { body: { customerId: forgotten, archive: true } })
  clock.advance(DAY_MS)
  await write('乙', '在吗')
  clock.advance(5 * MINUTE_MS)
  expect([await unanswered(TODAY), await unanswered(yesterday)]).toEqual([
    [1, 1],
    [1, 1],
  ])

  await saveCustomerSetting(zhao, { unansweredMinutes: 10 })
  expect([await unanswered(TODAY), await unanswered(yesterday)]).toEqual([
    [0, 0],
    [1, 1],
  ])
  clock.advance(6 * MINUTE_MS)
  expect(await unanswered(TODAY)).toEqual([1, 1])
})

test('名片 counts once the platform has taken it, also after the session', async () => {
  const here = await aiWorld()
  const { zhao, lin, db, clock, platform } = here
  const account = await openAccount(here, { entId: zhao.entId, source: 'redbook' })
  const now = clock.now()
  const card = newId<MaterialId>(now)
  const names = { platformId: 'card-1', name: '名片', title: '名片' }
  const key = { entId: zhao.entId, id: card, relationId: account.id }
  const passed = { auditStatus: 'passed', createdAt: now, updatedAt: now } as const
  await db.sql.insert(material).values({ ...key, ...names, type: 'contact', ...passed })
  const sendCard = async (name: string) => {
    await platform.tell(platform.text(account, name, '在吗'))
    await platform.settle()
    const { id } = await here.rowOf(name)
    await reply(lin, id, { type: 'link', extra: { cardId: card } })
    return id
  }
  const counted = async () =>
    (await zhao.call(statisticsApi.sessionPage, { body: { ...TODAY, metric: 'cardSendRate' } })).rows.map(
      ({ customerName }) => customerName,
    )

  await sendCard('甲')
  await here.refuse()
  expect(await counted()).toEqual([])

  await sendCard('乙')
  await here.deliver()
  const archived = await sendCard('丙')
  await lin.call(customerApi.archive, { body: { customerId: archived, archive: true } })
  await here.deliver()

  expect((await counted()).toSorted()).toEqual(['丙', '乙'])
})
