import {
  type AgentId,
  bannedWordApi,
  customerApi,
  homeApi,
  homeDailyApi,
  leadApi,
  messageApi,
  type PointRowId,
  statisticsApi,
} from '@ruwu/contract'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  aiHandoff,
  bannedWordHit,
  customer,
  customerMessage,
  messageFeedback,
  pointAccount,
  pointLedger,
  session,
} from '../../../db/schema/index.ts'
import { newId } from '../../../platform/ids.ts'
import { leadWorld } from '../../../testing/lead-world.ts'
import type { Person } from '../../../testing/person.ts'
import { absentForRival } from '../../../testing/tenant-isolation.ts'

const DAY_MS = 86_400_000

/** A day with customers who write, an answer, a lead, a failed message and one that was handed over; then the next day. */
async function yesterdayWorld() {
  const here = await leadWorld()
  const { db, clock, zhao, lin } = here
  const waiting = await here.write('小满', '在吗', '多少钱')
  const answered = await here.write('阿岚', '你好')
  const lead = await here.write('老陶', '我电话 13877776666')
  for (const customerId of [waiting, answered, lead]) await lin.call(customerApi.receive, { body: { customerId } })
  await here.send(lin, answered, '您好，请问需要什么')
  const failed = await here.send(lin, lead, '稍后联系您')
  await db.sql
    .update(customerMessage)
    .set({ status: 2, failKind: 'unknown', failMsg: '平台拒绝' })
    .where(eq(customerMessage.id, failed.id))
  const [open] = await db.sql.select().from(session).where(eq(session.customerId, waiting))
  await db.sql.insert(aiHandoff).values({
    entId: zhao.entId,
    customerId: waiting,
    epoch: 9,
    relationId: here.account.id,
    sessionId: open!.id,
    reason: 'negative',
    at: clock.now(),
  })
  const date = new Date(clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10)
  clock.advance(DAY_MS)
  return { ...here, date, waiting, answered, lead, failed }
}

const metricOf = ({ metrics }: Awaited<ReturnType<typeof readDaily>>, name: string) =>
  metrics.find((metric) => metric.name === name)
const readDaily = (person: Person, date: string) => person.call(homeDailyApi.report, { query: { date } })

// R162
test('the report of a day has the figures of 数据统计 and the lists behind them', async () => {
  const { zhao, date, waiting, lead, failed, lin } = await yesterdayWorld()

  const report = await readDaily(zhao, date)

  const filter = { range: 'custom' as const, from: date, to: date, compare: false }
  const overview = await zhao.call(statisticsApi.overview, { body: filter })
  for (const { name, value } of overview.tiles) expect([name, metricOf(report, name)?.value]).toEqual([name, value])
  expect(metricOf(report, 'enterCustomers')).toMatchObject({ value: 3, base: 0, changeRate: 100 })
  expect(metricOf(report, 'enterCustomers')?.avg7d).toBeCloseTo(3 / 7)
  expect(metricOf(report, 'leadRate')).toMatchObject({ value: 1 / 3, base: -1, changeRate: null, avg7d: 1 / 3 })
  expect(report.hours.reduce((sum, { enter }) => sum + enter, 0)).toBe(3)
  expect(report.hours).toHaveLength(24)
  expect(report.agents).toEqual([expect.objectContaining({ agentId: lin.id, received: 3 })])
  expect(report.accounts).toEqual([expect.objectContaining({ enterCustomers: 3, leadCustomers: 1 })])
  expect(report.leads.map((each) => each.customerId)).toEqual([lead])
  expect(report.summary.length).toBeGreaterThanOrEqual(3)
  expect(report.summary[0]).toContain('进线 3 位客户')
  const attention = report.attention.map(({ kind, customerId }) => `${kind} ${customerId}`)
  expect(attention).toContain(`sendFailed ${lead}`)
  expect(attention).toContain(`negative ${waiting}`)
  expect(report.attention.find(({ kind }) => kind === 'sendFailed')?.messageId).toBe(failed.id)
  const unanswered = report.attention.filter(({ kind }) => kind === 'unanswered')
  expect(unanswered).toHaveLength(metricOf(report, 'unanswered')?.value ?? -1)
})

test('the report says how many there are where its lists are cut', async () => {
  const { db, zhao, date, failed } = await yesterdayWorld()
  await db.sql
    .execute(sql`insert into message select (jsonb_populate_record(m, jsonb_build_object('seq', m.seq + 100 + n,
      'chat_id', 'copy' || n))).*
    from message m join customer_message c on (c.ent_id, c.customer_id, c.seq) = (m.ent_id, m.topic_id, m.seq),
      generate_series(1, 120) n where c.id = ${failed.id}`)
  await db.sql
    .execute(sql`insert into customer_message select (jsonb_populate_record(c, jsonb_build_object('seq', c.seq + 100 + n,
      'id', (left(c.id::text, 24) || lpad(n::text, 12, '0'))::uuid, 'platform_message_id', 'copy' || n))).*
    from customer_message c, generate_series(1, 120) n where c.id = ${failed.id}`)

  const report = await readDaily(zhao, date)

  expect(report.attentionTotals).toMatchObject({ sendFailed: 121, negative: 1, heldBack: 0 })
  expect(report.attention.filter(({ kind }) => kind === 'sendFailed')).toHaveLength(100)
  expect(report.leadTotal).toBe(1)
})

test('a report is compared with the day before or the same weekday of the week before', async () => {
  const here = await yesterdayWorld()
  const next = new Date(Date.parse(here.date) + 7 * DAY_MS).toISOString().slice(0, 10)
  here.clock.advance(7 * DAY_MS)

  const query = { date: next, compare: 'lastWeekDay' as const }
  const report = await here.zhao.call(homeDailyApi.report, { query })

  expect(metricOf(report, 'enterCustomers')).toMatchObject({ value: 0, base: 3, changeRate: -100, avg7d: 0 })
})

test('an agent with the data scope 本人 reads own customers only, and contacts are masked by right', async () => {
  const here = await yesterdayWorld()
  const reader = await (await here.hire('数据员', ['statistics:viewPage', 'im:viewPage'])).signIn()

  const own = await readDaily(reader, here.date)

  expect(metricOf(own, 'enterCustomers')?.value).toBe(0)
  expect([own.leads, own.attention, own.ai.bads]).toEqual([[], [], []])
  await here.db.sql.update(customer).set({ agentId: reader.id }).where(eq(customer.id, here.lead))
  const seen = await readDaily(reader, here.date)
  expect(seen.leads.map(({ value }) => value)).toEqual(['138****6666'])
})

test('an automatic message that was not sent is listed with what it was and why', async () => {
  const here = await yesterdayWorld()
  const { db, failed, lead, zhao, date } = here
  const text = '欢迎语未发送：渠道账号已过期'
  const change = { senderKind: 'system', status: 1, failKind: null, failMsg: null } as const
  const [line] = await db.sql.update(customerMessage).set(change).where(eq(customerMessage.id, failed.id)).returning()
  const content = { type: 'text', text, extra: { kind: 'held_back' } }
  await db.sql.execute(sql`update message set content = ${JSON.stringify(content)}
    where ent_id = ${zhao.entId} and topic_id = ${lead} and seq = ${line!.seq}`)

  const { attention, attentionTotals } = await readDaily(zhao, date)

  expect(attentionTotals).toMatchObject({ heldBack: 1, sendFailed: 0 })
  expect(attention).toContainEqual(expect.objectContaining({ kind: 'heldBack', customerId: lead, reason: text }))
})

test('words that the guard found are listed by account and agent, refused texts too, as far as the reader sees them', async () => {
  const here = await leadWorld()
  const { db, clock, zhao, lin, wei, account } = here
  const customerId = await here.write('小满', '在吗')
  await lin.call(customerApi.receive, { body: { customerId } })
  for (const word of ['亏本甩卖', '绝无仅有']) await zhao.call(bannedWordApi.create, { body: { word } })
  const refused = (text: string, chatId: string) =>
    lin.refused(messageApi.send, { body: { customerId, chatId, content: { type: 'text', text } } })
  await refused('亏本甩卖，绝无仅有', 'chat-001')
  await refused('再亏本甩卖', 'chat-002')
  const date = new Date(clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10)
  const key = { entId: zhao.entId, relationId: account.id, day: date }
  await db.sql.insert(bannedWordHit).values({ ...key, agentId: null, word: '绝无仅有', hits: 1 })
  clock.advance(DAY_MS)
  const reader = await (await here.hire('数据员', ['statistics:viewPage'])).signIn()
  const read = async (person: Person, agentId?: AgentId) => {
    const query = { date, ...(agentId && { agentId }) }
    return (await person.call(homeDailyApi.report, { query })).wordHits
  }

  const ofAccount = { subSourceId: account.id, accountName: '云杉家居' }
  const words = [
    { word: '亏本甩卖', hits: 2 },
    { word: '绝无仅有', hits: 1 },
  ]
  const ofLin = { ...ofAccount, agentId: lin.id, agentName: lin.name, hits: 3, words }
  const automatic = { ...ofAccount, agentId: null, agentName: null, hits: 1, words: [{ word: '绝无仅有', hits: 1 }] }
  expect(await read(zhao)).toEqual([ofLin, automatic])
  expect(await read(zhao, lin.id)).toEqual([ofLin])
  expect(await read(zhao, wei.id)).toEqual([])
  expect(await read(reader)).toEqual([automatic])
  const rival = await here.rival.call(homeDailyApi.report, { query: { date } })
  expect([rival.wordHits, rival.wordHitTotal]).toEqual([[], 0])
})

test('points by item add up to 积分消耗 under the filter by agent', async () => {
  const { db, clock, zhao, lin, wei, date, answered, waiting, account } = await yesterdayWorld()
  const at = new Date(clock.now().getTime() - DAY_MS)
  await db.sql.insert(pointAccount).values({ entId: zhao.entId, updatedAt: at }).onConflictDoNothing()
  for (const [customerId, delta] of [
    [answered, -5],
    [waiting, -2],
  ] as const) {
    const [open] = await db.sql.select().from(session).where(eq(session.customerId, customerId))
    const id = newId<PointRowId>(at)
    const key = { entId: zhao.entId, id, key: id, at, relationId: account.id, customerId, sessionId: open!.id }
    const after = { orderPoints: 0, bonusOrderPoints: 0, bonusHumanPoints: 0 }
    await db.sql
      .insert(pointLedger)
      .values({ ...key, ...after, type: 'consume', item: 'ai_reply', pool: 'orderPoints', delta })
  }
  const read = async (agentId?: AgentId) => {
    const report = await zhao.call(homeDailyApi.report, { query: { date, ...(agentId && { agentId }) } })
    return [report.points, metricOf(report, 'pointsUsed')?.value]
  }

  expect(await read()).toEqual([[{ item: 'ai_reply', points: 7 }], 7])
  expect(await read(lin.id)).toEqual([[{ item: 'ai_reply', points: 5 }], 5])
  expect(await read(wei.id)).toEqual([[], 0])
})

test('answers of the AI that were rated badly are listed with their text', async () => {
  const here = await yesterdayWorld()
  await here.db.sql.insert(messageFeedback).values({
    entId: here.zhao.entId,
    messageId: here.failed.id,
    rating: 'bad',
    agentId: here.lin.id,
    at: here.clock.now(),
  })

  const { ai } = await readDaily(here.zhao, here.date)

  expect(ai.bads).toEqual([expect.objectContaining({ messageId: here.failed.id, text: '稍后联系您' })])
})

test('today has no report yet, and other enterprises’ accounts and agents look absent', async () => {
  const { zhao, rival, account, lin, date, clock } = await yesterdayWorld()
  const today = new Date(clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10)

  expect(await zhao.refused(homeDailyApi.report, { query: { date: today } })).toMatchObject({
    code: 40001,
    data: { fields: { date: '当日日报次日生成' } },
  })
  expect(await lin.refused(homeDailyApi.report, { query: { date } })).toMatchObject({ code: 40301 })
  await absentForRival(rival, homeDailyApi.report, { query: { date, subSourceId: account.id } })
  await absentForRival(rival, homeDailyApi.report, { query: { date, agentId: lin.id } })
})

test('the overview of /home has the figures of 数据统计, and its shares add up to them', async () => {
  const { zhao, lin, wei } = await yesterdayWorld()

  const overview = await zhao.call(homeApi.overview, { query: { range: 'yesterday' } })

  const body = { range: 'yesterday' as const, granularity: 'hour' as const }
  const statistics = await zhao.call(statisticsApi.overview, { body })
  const sessions = statistics.tiles.find(({ name }) => name === 'sessions')?.value
  expect(overview.tiles.map(({ name }) => name)).toHaveLength(8)
  expect(overview.tiles[0]).toMatchObject({ name: 'enterCustomers', value: 3, base: 0, changeRate: 100 })
  expect(overview.series).toEqual(statistics.series)
  expect(Object.values(overview.receptionShare).reduce((sum, n) => sum + n, 0)).toBe(sessions)
  expect(overview.sourceShare).toEqual({ redbook: 0, douyin: 3 })
  expect((await lin.call(homeApi.overview, { query: { range: 'yesterday' } })).tiles[0]?.value).toBe(3)
  expect((await wei.call(homeApi.overview, { query: { range: 'yesterday' } })).tiles[0]?.value).toBe(0)
})

test('new leads are counted as the list behind the card shows them, and the team by today’s figures', async () => {
  const here = await leadWorld()
  const { zhao, lin } = here
  const customerId = await here.write('老陶', '我电话 13877776666')
  await lin.call(customerApi.receive, { body: { customerId } })
  here.clock.advance(1_000)
  expect((await zhao.call(homeApi.todo, {})).newLeads).toBe(1)
  expect((await lin.call(homeApi.todo, {})).newLeads).toBe(1)

  const [lead] = await here.leadsOf(customerId)
  await lin.call(leadApi.update, { body: { leadId: lead!.leadId, status: 'following' } })
  await here.send(lin, customerId, '您好')

  expect((await zhao.call(homeApi.todo, {})).newLeads).toBe(0)
  here.clock.advance(1_000)
  const row = (await zhao.call(homeApi.team, {})).find(({ agentId }) => agentId === lin.id)
  expect(row).toMatchObject({ todayReceived: 1 })
})
