import {
  customerApi,
  leadApi,
  messageApi,
  type MetricName,
  receptionPlanApi,
  type SessionId,
  statisticsApi,
  type Tile,
} from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { agentOnline, customer, customerActivity, role, session } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { planFields } from '../../testing/plan-fields.ts'
import { openAccount } from '../../testing/platform.ts'
import { answerForRival } from '../../testing/tenant-isolation.ts'
import { workbenchWorld } from '../../testing/workbench-world.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

const valueOf = (tiles: readonly Tile[], name: MetricName) => tiles.find((tile) => tile.name === name)?.value

/** A day of an enterprise: one customer is answered, one leaves a number, one waits in vain. */
async function dayWorld() {
  const here = await workbenchWorld()
  const { lin, wei, clock, write, reception } = here
  const reply = (person: typeof lin, customerId: Awaited<ReturnType<typeof write>>, chatId: string) =>
    person.call(messageApi.send, { body: { customerId, chatId, content: { type: 'text', text: '您好' } } })

  const first = await write('甲', '在吗', '多少钱', '有货吗')
  await lin.call(customerApi.receive, { body: { customerId: first } })
  clock.advance(45_000)
  await reply(lin, first, 'first-reply')
  const second = await write('乙', '我的电话 13812345678')
  await wei.call(customerApi.receive, { body: { customerId: second } })
  clock.advance(2 * MINUTE_MS)
  await reply(wei, second, 'second-reply')
  await wei.call(customerApi.redirect, { body: { customerId: second, agentId: lin.id, reason: '其它' } })
  const third = await write('丙', '你好')
  clock.advance(10 * MINUTE_MS)
  return { ...here, first, second, third, rollups: reception.work.rollups }
}

// R156, R157
test('the figures of a day are those of its conversations, while it lasts and when it is over', async () => {
  const { zhao, lin, wei, clock, rollups } = await dayWorld()
  const read = async (range: 'today' | 'yesterday') => {
    const body = { range, compare: false }
    const [overview, reception, agents] = [
      await zhao.call(statisticsApi.overview, { body }),
      await zhao.call(statisticsApi.reception, { body }),
      await zhao.call(statisticsApi.agent, { body }),
    ]
    return { overview, reception, agents }
  }
  const check = ({ overview, reception, agents }: Awaited<ReturnType<typeof read>>) => {
    const { tiles, rows } = overview
    const figures = [
      'enterCustomers',
      'newCustomers',
      'sessions',
      'talkRate',
      'validSessions',
      'leadCustomers',
    ] as const
    expect(figures.map((name) => valueOf(tiles, name))).toEqual([3, 3, 3, 1, 2, 1])
    expect(valueOf(tiles, 'leadRate')).toBeCloseTo(1 / 3)
    expect(rows).toContainEqual({ group: 'source', source: 'douyin', value: 3, rate: 1 })
    // 45 s after the third message, and 2 min.
    const times = ['humanFirst', 'humanFirstMedian', 'humanFirstP90', 'replyIn1m', 'replyIn3m'] as const
    expect(times.map((name) => valueOf(reception.tiles, name))).toEqual([83.5, 47, 120, 1 / 3, 2 / 3])
    expect(reception.rows.map(({ bucket, value }) => [bucket, value])).toEqual([
      ['in30s', 0],
      ['in1m', 1],
      ['in3m', 1],
      ['over3m', 0],
      ['none', 1],
    ])
    const byAgent = new Map(agents.rows.map((row) => [row.agentId, row.values]))
    expect(byAgent.get(lin.id)).toMatchObject({ received: 2, sessions: 1, replies: 1, humanFirst: 47, transferIn: 1 })
    expect(byAgent.get(wei.id)).toMatchObject({ received: 1, sessions: 1, replies: 1, humanFirst: 120, transferOut: 1 })
  }

  const live = await read('today')
  check(live)
  expect(valueOf(live.reception.tiles, 'unanswered')).toBe(1)
  expect(live.overview.asOf).toBe(clock.now().toISOString())

  clock.advance(DAY_MS)
  await rollups.runAll()
  check(await read('yesterday'))
})

test('in working hours only, the night does not count as waiting', async () => {
  const { zhao, lin, clock, write, account } = await workbenchWorld()
  await zhao.call(receptionPlanApi.save, { body: planFields({ accountIds: [account.id] }) })
  // A minute before 18:00 in Shanghai; the answer comes two minutes after 09:00.
  clock.set('2026-03-16T09:58:59Z')
  const customerId = await write('甲', '在吗')
  clock.set('2026-03-17T01:02:00Z')
  await lin.call(customerApi.receive, { body: { customerId } })
  const content = { type: 'text', text: '早上好' }
  await lin.call(messageApi.send, { body: { customerId, chatId: 'next-morning', content } })
  const read = async (workingHoursOnly: boolean) => {
    const body = { range: 'week' as const, compare: false, workingHoursOnly }
    const { tiles } = await zhao.call(statisticsApi.reception, { body })
    return [valueOf(tiles, 'humanResponse'), valueOf(tiles, 'replyIn3m')]
  }

  expect(await read(false)).toEqual([15 * 3_600 + 3 * 60, 0])
  expect(await read(true)).toEqual([3 * 60, 1])
  // The row behind the bar says what the bar does.
  const listed = await zhao.call(statisticsApi.sessionPage, {
    body: { range: 'week', workingHoursOnly: true, bucket: 'in3m', sort: { field: 'humanFirst', order: 'desc' } },
  })
  expect(listed.rows).toMatchObject([{ customerId, humanFirst: 3 * 60 }])
})

test.each(['overview', 'reception', 'ai', 'agent', 'channel', 'tag', 'heatmap', 'leadPage', 'sessionPage'] as const)(
  'a period that has not begun is empty: %s',
  async (tab) => {
    const { zhao, rollups } = await dayWorld()
    await rollups.runAll()
    const body = { range: 'custom' as const, from: '2036-01-01', to: '2036-01-02', compare: false }

    const { tiles } = await zhao.call(statisticsApi[tab], { body })

    expect(tiles.filter(({ value }) => value > 0)).toEqual([])
  },
)

test('today is compared with yesterday up to the same time', async () => {
  const { zhao, write, clock } = await dayWorld()
  clock.advance(DAY_MS - HOUR_MS)
  await write('丁', '在吗')
  const ask = async () => {
    const { tiles } = await zhao.call(statisticsApi.overview, { body: { range: 'today' } })
    return tiles.find((tile) => tile.name === 'sessions')
  }

  expect(await ask()).toEqual({ name: 'sessions', value: 1, base: 0, changeRate: 100 })
  clock.advance(2 * HOUR_MS)
  expect(await ask()).toMatchObject({ value: 1, base: 3 })
})

test('the line of the day before goes on where that of today ends', async () => {
  const { zhao, write, clock } = await dayWorld()
  clock.advance(DAY_MS - HOUR_MS)
  await write('丁', '在吗')

  const { tiles, series } = await zhao.call(statisticsApi.overview, { body: { range: 'today', granularity: 'hour' } })

  const entered = series.filter(({ name }) => name === 'enterCustomers')
  const sum = (isBase: boolean) =>
    entered.find((line) => line.isBase === isBase)?.points.reduce((all, { v }) => all + v, 0)
  expect(tiles.find(({ name }) => name === 'enterCustomers')).toMatchObject({ value: 1, base: 0 })
  expect([sum(false), sum(true)]).toEqual([1, 3])
})

test('the tile of the online time is that of the agents together, and an agent of own customers sees the own', async () => {
  const { zhao, lin, wei, hire, db, clock, first } = await dayWorld()
  const reader = await hire('看数', ['im:viewPage', 'statistics:viewPage'])
  await reader.signIn()
  // The reader has a customer whom Lin answered.
  await db.sql.update(customer).set({ agentId: reader.id }).where(eq(customer.id, first))
  const startAt = clock.now()
  const online = (agentId: typeof lin.id, ms: number) => ({
    entId: lin.entId,
    agentId,
    startAt,
    endAt: new Date(startAt.getTime() + ms),
  })
  await db.sql
    .insert(agentOnline)
    .values([online(lin.id, 3 * MINUTE_MS), online(wei.id, 2 * MINUTE_MS), online(reader.id, MINUTE_MS)])
  clock.advance(5 * MINUTE_MS)
  const read = async (person: typeof lin, agentIds: (typeof lin.id)[] = []) => {
    const { tiles, rows } = await person.call(statisticsApi.agent, { body: { range: 'today', agentIds } })
    return [valueOf(tiles, 'onlineTime'), rows.map(({ name, values }) => [name, values.onlineTime])]
  }

  const all = [
    [lin.name, 180],
    [wei.name, 120],
    [reader.name, 60],
  ]
  expect(await read(zhao)).toEqual([360, expect.arrayContaining(all)])
  expect(await read(zhao, [lin.id])).toEqual([180, [[lin.name, 180]]])
  expect(await read(reader)).toEqual([60, [[reader.name, 60]]])
  expect(await read(reader, [lin.id])).toEqual([0, []])
})

test('渠道 lists the accounts of the filter within the scope of the caller', async () => {
  const here = await dayWorld()
  const { zhao, db, account } = here
  const other = await openAccount(here, { entId: zhao.entId, source: 'redbook', name: '门店' })
  const read = async (body: object) => {
    const { rows } = await zhao.call(statisticsApi.channel, { body: { range: 'today', ...body } })
    return rows.flatMap((row) => (row.group === 'account' ? [row.subSourceId] : [])).toSorted()
  }

  expect(await read({})).toEqual([account.id, other.id].toSorted())
  expect(await read({ sources: ['redbook'] })).toEqual([other.id])
  expect(await read({ subSourceIds: [account.id] })).toEqual([account.id])
  await db.sql
    .update(role)
    .set({ accountScope: [account.id] })
    .where(eq(role.id, zhao.roleId))
  expect(await read({})).toEqual([account.id])
})

// R159
test('the list behind a tile, and the unanswered conversation in it', async () => {
  const { zhao, third } = await dayWorld()

  const { rows, total } = await zhao.call(statisticsApi.sessionPage, { body: { range: 'today', metric: 'unanswered' } })

  expect(total).toBe(1)
  expect(rows).toMatchObject([{ customerId: third, ownMessages: 1, replies: 0, humanFirst: -1 }])
})

test('contacts in the list of leads are masked for those who may not see them', async () => {
  const { zhao, rowOf, hire, db } = await dayWorld()
  const reader = await hire('看数', ['statistics:viewPage'])
  await db.sql.update(role).set({ customerScope: 'all' }).where(eq(role.id, reader.roleId))
  await reader.signIn()
  const { rows } = await zhao.call(statisticsApi.leadPage, { body: { range: 'today' } })

  expect(rows).toMatchObject([{ customerId: (await rowOf('乙')).id, kind: 'phone', value: '13812345678' }])
  const { items } = await zhao.call(leadApi.list, { body: {} })
  expect(rows[0]?.leadId).toBe(items[0]?.leadId)
  const masked = await reader.call(statisticsApi.leadPage, { body: { range: 'today' } })
  expect(masked.rows).toMatchObject([{ value: '138****5678' }])
})

test('an agent who sees own and unassigned customers only gets their figures', async () => {
  const { hire } = await dayWorld()
  const reader = await hire('看数', ['statistics:viewPage'])
  await reader.signIn()
  const read = async () => {
    const { tiles } = await reader.call(statisticsApi.overview, { body: { range: 'today', compare: false } })
    const { rows } = await reader.call(statisticsApi.sessionPage, { body: { range: 'today' } })
    return [valueOf(tiles, 'enterCustomers'), rows.map(({ customerName }) => customerName)]
  }

  // 甲 and 乙 are received by Lin.
  expect(await read()).toEqual([1, ['丙']])
  expect((await reader.call(statisticsApi.leadPage, { body: { range: 'today' } })).rows).toEqual([])
})

test.each([
  [{ range: 'custom', from: '2026-03-02', to: '2026-03-01' }, 'from', '开始日期不能晚于结束日期'],
  [{ range: 'custom', from: '2025-01-01', to: '2025-07-04' }, 'to', '最多选择 184 天'],
  [{ range: 'recent7Days', granularity: 'hour' }, 'granularity', '按小时最多选择 2 天'],
] as const)('%o is refused at %s: %s', async (body, field, msg) => {
  const { zhao } = await workbenchWorld()

  expect(await zhao.refused(statisticsApi.overview, { body })).toMatchObject({
    code: 40001,
    data: { fields: { [field]: msg } },
  })
})

test('another enterprise sees nothing of it, whatever ids it asks for', async () => {
  const { rival, account, lin } = await dayWorld()
  const today = { range: 'today' as const }
  const ids = { ...today, subSourceIds: [account.id], agentIds: [lin.id] }

  for (const body of [today, ids]) {
    for (const tab of ['overview', 'reception', 'ai', 'channel'] as const) {
      const { tiles } = await answerForRival(rival, statisticsApi[tab], { body })
      expect(tiles.filter(({ value }) => value > 0)).toEqual([])
    }
    for (const tab of ['agent', 'tag', 'heatmap', 'leadPage', 'sessionPage'] as const)
      expect((await answerForRival(rival, statisticsApi[tab], { body })).rows).toEqual([])
  }
})

test('every content that customers came from is listed, however many', async () => {
  const { db, zhao, clock, write } = await workbenchWorld()
  const customerId = await write('甲', '在吗')
  const [one] = await db.sql.select().from(session).where(eq(session.customerId, customerId))
  const [came] = await db.sql.select().from(customerActivity).where(eq(customerActivity.customerId, customerId))
  for (let n = 0; n < 60; n += 1) {
    const id = newId<SessionId>(clock.now())
    await db.sql.insert(session).values({ ...one!, id, endAt: clock.now(), entry: { postId: `note-${n}` } })
    await db.sql.insert(customerActivity).values({ ...came!, sessionId: id })
  }
  clock.advance(MINUTE_MS)

  const { rows } = await zhao.call(statisticsApi.channel, { body: { range: 'today' } })

  expect(rows.filter(({ group }) => group === 'content')).toHaveLength(60)
})
