import {
  AGENT_METRICS,
  CHANNEL_METRICS,
  customerApi,
  DRILL_METRICS,
  type DrillMetric,
  type MetricName,
  type SessionPageBody,
  statisticsApi,
  StatisticsFilter,
  tagApi,
} from '@ruwu/contract'
import { type Counts, countsBehind, METRIC_CATALOGUE, NO_COUNTS } from '@ruwu/domain'
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
  const query = await figureQuery(db.sql, caller!, StatisticsFilter.parse(FORTNIGHT), clock.now())
  const counts = (metrics: readonly MetricName[], grouping: typeof TOGETHER) =>
    readCounts(db.sql, query, { metrics, period: query.period, grouping })
  const lists = new Map<string, number>()
  /** How many rows the list behind a figure has; it is made of facts, so that it is asked for once. */
  const behind = async (metric: DrillMetric, cell: Cell) => {
    const key = JSON.stringify([metric, cell])
    const ask = async () =>
      (await zhao.call(statisticsApi.sessionPage, { body: { ...FORTNIGHT, ...cell, metric } })).total
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
test('the list behind each tile and each cell of every tab has as many rows as it says', async () => {
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
    for (const { weekday, hour, enterCustomers } of (await zhao.call(statisticsApi.heatmap, body)).rows)
      await expectCount(`${weekday} ${hour}`, enterCustomers, 'enterCustomers', { weekday, hour })
  }

  await check()
  await reception.work.rollups.runAll()
  await check()
}, 60_000)
