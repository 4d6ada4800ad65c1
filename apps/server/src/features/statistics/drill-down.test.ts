import {
  AGENT_METRICS,
  CHANNEL_METRICS,
  customerApi,
  DRILL_METRICS,
  type DrillMetric,
  HOME_RANGES,
  homeApi,
  homeDailyApi,
  type MetricName,
  METRICS,
  RECEPTION_TYPES,
  type SessionPageBody,
  statisticsApi,
  StatisticsFilter,
  tagApi,
} from '@ruwu/contract'
import { type Counts, countsBehind, HOME_TILES, METRIC_CATALOGUE, NO_COUNTS } from '@ruwu/domain'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { channelAccount } from '../../db/schema/index.ts'
import { FORTNIGHT, fortnight } from '../../testing/statistics-fortnight.ts'
import { findCallerOfAgent } from '../auth/index.ts'
import { figureQuery, readCounts, sumCounts, valuesOf } from './figure-query.ts'
import { BY_ACCOUNT, BY_AGENT, TOGETHER } from './figures.repo.ts'

type Cell = Partial<SessionPageBody>

const canDrill = (name: MetricName): name is DrillMetric => DRILL_METRICS.some((it) => it === name)
const isCount = (name: MetricName) => METRIC_CATALOGUE[name].unit === 'number' && !METRIC_CATALOGUE[name].per
const DAY_MS = 86_400_000
/** Days of the fortnight with a transfer, with the AI, with cards, with a missed answer. */
const DAILY_DATES = ['2026-03-24', '2026-03-26', '2026-03-27', '2026-03-30']

/** The fortnight, where the AI's account belongs to the one of people, and some customers have a tag. */
async function tables() {
  const here = await fortnight()
  const { db, clock, zhao, account: sub } = here
  const accounts = await db.sql.select().from(channelAccount).where(eq(channelAccount.entId, zhao.entId))
  const main = accounts.find(({ id, source }) => id !== sub.id && source === sub.source)!
  await db.sql
    .update(channelAccount)
    .set({ accountType: 'KOS', parentId: main.id })
    .where(eq(channelAccount.id, sub.id))
  const [one, seven, nine] = [await here.rowOf('一'), await here.rowOf('七'), await here.rowOf('九')]
  const { tag } = await zhao.call(tagApi.createBind, { body: { customerId: one.id, name: '老客户' } })
  for (const { id: customerId } of [seven, nine])
    await zhao.call(customerApi.bindTags, { body: { customerId, tagIds: [tag.id] } })

  const caller = await findCallerOfAgent(db.sql, zhao.entId, zhao.id)
  const counts = async (metrics: readonly MetricName[], grouping: typeof TOGETHER, days: Cell = FORTNIGHT) => {
    const query = await figureQuery(db.sql, caller!, StatisticsFilter.parse(days), clock.now())
    return readCounts(db.sql, query, { metrics, period: query.period, grouping })
  }
  const lists = new Map<string, number>()
  /** How many rows the list behind a figure has; it is made of facts, so that it is asked for once. */
  const behind = async (metric: DrillMetric, cell: Cell) => {
    const key = JSON.stringify([metric, cell])
    const ask = async () => {
      const { rows, total, pageSize } = await zhao.call(statisticsApi.sessionPage, {
        body: { ...FORTNIGHT, ...cell, metric },
      })
      expect([key, rows.length]).toEqual([key, Math.min(total, pageSize)])
      return total
    }
    const total = lists.get(key) ?? (await ask())
    lists.set(key, total)
    return total
  }
  /** Figures are those of the counts, and the list behind each has as many rows as it counts. */
  const expectBehind = async (where: string, values: Partial<Record<MetricName, number>>, of: Counts, cell: Cell) => {
    for (const name of Object.keys(values) as MetricName[]) {
      expect([where, name, values[name]]).toEqual([where, name, valuesOf([name], of)[name]])
      if (!canDrill(name)) continue
      const expected = countsBehind(name).reduce((sum, each) => sum + of[each], 0)
      expect([where, name, await behind(name, cell)]).toEqual([where, name, expected])
    }
  }
  return { ...here, main, sub, tag, counts, behind, expectBehind }
}

// R159
test('the list behind each figure of /home, /home/daily and every tab has as many rows as it says', async () => {
  const { zhao, main, sub, tag, counts, behind, expectBehind, reception } = await tables()
  const body = { body: FORTNIGHT }
  const expectCount = async (where: string, value: number, metric: DrillMetric, cell: Cell) =>
    expect([where, await behind(metric, cell)]).toEqual([where, value])

  const check = async () => {
    for (const tab of ['overview', 'reception', 'ai', 'agent', 'channel', 'tag'] as const) {
      const { tiles, series } = await zhao.call(statisticsApi[tab], body)
      const names = tiles.map(({ name }) => name)
      const values = Object.fromEntries(tiles.map(({ name, value }) => [name, value]))
      await expectBehind(tab, values, (await counts(names, TOGETHER)).get('')!, {})
      for (const { name, points } of series)
        for (const { t, v } of points)
          // Noon of the day, whatever the clocks do.
          if (canDrill(name) && isCount(name) && v > 0) {
            const day = new Date(Date.parse(t) + DAY_MS / 2).toISOString().slice(0, 10)
            await expectCount(`${tab} ${name} ${day}`, v, name, { from: day, to: day })
          }
    }
    for (const row of (await zhao.call(statisticsApi.overview, body)).rows)
      if (row.group === 'source') await expectCount(row.source, row.value, 'enterCustomers', { sources: [row.source] })
      else if (canDrill(row.name)) await expectCount(row.name, row.value, row.name, {})
    for (const { bucket, value } of (await zhao.call(statisticsApi.reception, body)).rows)
      await expectCount(bucket, value, 'sessions', { bucket })
    for (const row of (await zhao.call(statisticsApi.ai, body)).rows)
      if (row.group === 'handoff') await expectCount(row.reason, row.value, 'handoffRate', { reason: row.reason })
      else await expectCount(row.question, row.times, 'misses', { missId: row.missId })

    const byAgent = await counts(AGENT_METRICS, BY_AGENT)
    const { rows: agents } = await zhao.call(statisticsApi.agent, body)
    expect(agents.length).toBeGreaterThan(1)
    for (const { agentId, name, values } of agents)
      await expectBehind(name, values, byAgent.get(agentId)!, { agentIds: [agentId] })

    const byAccount = await counts(CHANNEL_METRICS, BY_ACCOUNT)
    const { rows: channels } = await zhao.call(statisticsApi.channel, body)
    expect(new Set(channels.map(({ group }) => group))).toEqual(new Set(['account', 'content']))
    expect(channels).toContainEqual(expect.objectContaining({ subSourceId: sub.id, parentId: main.id }))
    for (const row of channels)
      if (row.group === 'account') {
        const ids = [row.subSourceId, ...(row.subSourceId === main.id ? [sub.id] : [])]
        const all = sumCounts(ids.map((id) => byAccount.get(id) ?? NO_COUNTS))
        await expectBehind(row.name, row.values, all, { subSourceIds: [row.subSourceId] })
      } else {
        const cell = row.group === 'content' ? { contentId: row.contentId } : { adId: row.adId }
        for (const name of CHANNEL_METRICS.filter(isCount)) await expectCount(name, row.values[name], name, cell)
      }

    const { rows: tags } = await zhao.call(statisticsApi.tag, body)
    expect(tags.find(({ tagId }) => tagId === tag.id)).toMatchObject({ customers: 3, leadCustomers: 2 })
    for (const { tagId, customers, leadCustomers } of tags) {
      await expectCount('tag', customers, 'enterCustomers', { tagIds: [tagId] })
      await expectCount('tag', leadCustomers, 'leadCustomers', { tagIds: [tagId] })
    }
    const today = { range: 'today', from: undefined, to: undefined } as const
    const parts: Cell[] = [{}, { subSourceIds: [sub.id] }, { tagIds: [tag.id] }, { receptionTypes: ['ai_agent'] }]
    const bound: number[] = []
    for (const part of parts)
      for (const days of [FORTNIGHT, today]) {
        const { rows } = await zhao.call(statisticsApi.tag, { body: { ...days, ...part } })
        for (const { tagId, added } of rows) {
          bound.push(added)
          await expectCount('added', added, 'sessions', { ...days, ...part, addedTagId: tagId })
        }
      }
    expect(bound).toContain(3)
    expect(new Set(bound).size).toBeGreaterThan(2)
    for (const range of HOME_RANGES) {
      const { tiles } = await zhao.call(homeApi.overview, { query: { range } })
      const values = Object.fromEntries(tiles.map(({ name, value }) => [name, value]))
      const days = { range, from: undefined, to: undefined }
      const all = await counts([...HOME_TILES, 'humanFirst'], TOGETHER, { range })
      await expectBehind(`home ${range}`, values, all.get('') ?? NO_COUNTS, days)
    }
    // Every session is in one part of the donut; the fortnight is over.
    const shares = RECEPTION_TYPES.map((lastReception) => behind('sessions', { lastReception }))
    expect((await Promise.all(shares)).reduce((sum, each) => sum + each, 0)).toBe(18)
    for (const date of DAILY_DATES) {
      const report = await zhao.call(homeDailyApi.report, { query: { date } })
      const day = { from: date, to: date }
      const values = Object.fromEntries(report.metrics.map(({ name, value }) => [name, value]))
      const all = (
        await counts(
          report.metrics.map(({ name }) => name),
          TOGETHER,
          { ...FORTNIGHT, ...day },
        )
      ).get('')
      await expectBehind(date, values, all ?? NO_COUNTS, day)
      for (const { h: hour, enter, unanswered } of report.hours) {
        if (enter > 0) await expectCount(`${date} ${hour}`, enter, 'enterCustomers', { ...day, hour })
        if (unanswered > 0) await expectCount(`${date} ${hour}`, unanswered, 'unanswered', { ...day, hour })
      }
      for (const { agentId, received, leadCustomers, transferOut } of report.agents) {
        const cell = { ...day, agentIds: [agentId] }
        await expectCount(`${date} received`, received, 'received', cell)
        await expectCount(`${date} leadCustomers`, leadCustomers, 'leadCustomers', cell)
        await expectCount(`${date} transferOut`, transferOut, 'transferOut', cell)
      }
      for (const { subSourceId, enterCustomers, talkCustomers, leadCustomers } of report.accounts) {
        const cell = { ...day, subSourceIds: [subSourceId] }
        await expectCount(`${date} enter`, enterCustomers, 'enterCustomers', cell)
        await expectCount(`${date} talk`, talkCustomers, 'talkCustomers', cell)
        await expectCount(`${date} lead`, leadCustomers, 'leadCustomers', cell)
      }
      for (const { reason, count } of report.ai.handoffs)
        await expectCount(`${date} ${reason}`, count, 'handoffRate', { ...day, reason })
      for (const { id, times } of report.ai.misses)
        await expectCount(`${date} miss`, times, 'misses', { ...day, missId: id })
    }
    for (const { weekday, hour, enterCustomers } of (await zhao.call(statisticsApi.heatmap, body)).rows)
      await expectCount(`${weekday} ${hour}`, enterCustomers, 'enterCustomers', { weekday, hour })
  }

  // Each tile of /home is a link. What has no list: points are in the bills, a time online is of no conversation.
  expect(METRICS.filter((name) => !canDrill(name))).toEqual([
    'pointsUsed',
    'pointsPerSession',
    'pointsPerLead',
    'onlineTime',
  ])
  expect(HOME_TILES.filter((name) => !canDrill(name))).toEqual([])
  await check()
  await reception.work.rollups.runAll()
  await check()
}, 60_000)
