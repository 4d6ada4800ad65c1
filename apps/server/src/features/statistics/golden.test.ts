import { type MetricName, METRICS, statisticsApi, StatisticsFilter } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { FORTNIGHT, fortnight } from '../../testing/statistics-fortnight.ts'
import { findCallerOfAgent } from '../auth/index.ts'
import { figureQuery, readCounts, valuesOf } from './figure-query.ts'
import { TOGETHER } from './figures.repo.ts'

const BY_HAND: Record<MetricName, number> = {
  enterCustomers: 15,
  newCustomers: 15,
  sessions: 18,
  talkCustomers: 14,
  talkRate: 14 / 15,
  validSessions: 12,
  // The first session of 一 and that of 九, of 17 in which the customer wrote.
  threeSentenceRate: 2 / 17,
  // 七, 八, 九 and 十三; the number of 八 was known, that of 九 came to the AI.
  leadCustomers: 4,
  leadRate: 4 / 14,
  enterLeadRate: 4 / 15,
  leads: 3,
  aiLeadShare: 1 / 3,
  cardSent: 2,
  cardSendRate: 1 / 17,
  cardCopyRate: 1,
  cardSubmitRate: 1,
  cardLeadRate: 1 / 2,
  cardResponders: 2,
  // 15, 20, 30, 30, 30, 40, 60, 90, 100 and 100 s.
  humanFirst: 515 / 10,
  humanFirstMedian: 30,
  humanFirstP90: 100,
  aiFirst: 3,
  // 15, 20, 30, 30, 30, 40, 50, 60, 90, 100, 103 and 120 s; five of 3 s by the AI; 24 turns.
  humanResponse: 688 / 12,
  aiResponse: 3,
  replyIn30s: 10 / 24,
  replyIn1m: 13 / 24,
  replyIn3m: 17 / 24,
  unanswered: 7,
  missRate: 7 / 17,
  rounds: 24 / 17,
  // 600, 30, 60, 90, 100 and 30 s, and 21 hours; 1803, 163, 3, 30 and 170 s.
  sessionLength: 78_679 / 17,
  aiSessions: 3,
  aiShare: 3 / 17,
  aiAloneRate: 2 / 3,
  // 十, and 十五 before the AI had answered.
  handoffRate: 2 / 3,
  hitRate: 4 / 5,
  // The question of 九 about the price.
  misses: 1,
  goodRate: 1 / 2,
  badRate: 1 / 2,
  suggestionRate: -1,
  wakeRate: 1 / 2,
  savedLeads: 1,
  // A point for each answer of the AI; a follow-up with a fixed text is free.
  pointsUsed: 5,
  pointsPerSession: 5 / 3,
  pointsPerLead: 5 / 3,
  onlineTime: 80,
  received: 9,
  replies: 12,
  transferIn: 1,
  transferOut: 1,
  timeoutReturn: 1,
}

// R158
test('a fortnight with every edge has the figures calculated by hand', async () => {
  const { zhao, lin, wei, db, clock, reception } = await fortnight()
  const caller = await findCallerOfAgent(db.sql, zhao.entId, zhao.id)
  const read = async () => {
    const query = await figureQuery(db.sql, caller!, StatisticsFilter.parse(FORTNIGHT), clock.now())
    const asked = { metrics: METRICS, period: query.period, grouping: TOGETHER }
    const counts = await readCounts(db.sql, query, asked)
    const figures = valuesOf(METRICS, counts.get('')!)
    for (const tab of ['overview', 'reception', 'ai', 'agent', 'channel'] as const)
      for (const { name, value } of (await zhao.call(statisticsApi[tab], { body: FORTNIGHT })).tiles)
        expect([tab, name, value]).toEqual([tab, name, figures[name]])
    const { series: lines } = await zhao.call(statisticsApi.overview, { body: FORTNIGHT })
    const series = lines.find(({ name }) => name === 'enterCustomers')
    const { rows } = await zhao.call(statisticsApi.agent, { body: FORTNIGHT })
    const values = new Map(rows.map((row) => [row.agentId, row.values]))
    return { figures, enter: series?.points.map(({ v }) => v), lin: values.get(lin.id), wei: values.get(wei.id) }
  }
  const expected = {
    figures: BY_HAND,
    enter: [2, 1, 1, 1, 1, 1, 4, 2, 0, 2, 2, 1, 1, 0],
    lin: expect.objectContaining({
      received: 8,
      sessions: 8,
      transferOut: 1,
      transferIn: 0,
      timeoutReturn: 1,
      humanFirstMedian: 30,
      onlineTime: 50,
      // 八 and 十三, of 一, 六, 八, 十, 十二 and 十三.
      leadCustomers: 2,
      leadRate: 2 / 6,
    }) as object,
    wei: expect.objectContaining({
      received: 2,
      sessions: 2,
      transferOut: 0,
      transferIn: 1,
      humanFirstP90: 100,
    }) as object,
  }

  expect(await read()).toEqual(expected)
  await reception.work.rollups.runAll()
  expect(await read()).toEqual(expected)
  await db.sql.execute(sql`delete from stat_state`)
  expect(await read()).toEqual(expected)
})
