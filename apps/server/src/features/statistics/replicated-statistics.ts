import type { Database } from '../../db/database.ts'
import type { Replica } from '../../db/replica.ts'
import type { Clock } from '../../platform/clock.ts'
import { createStatisticsService, type StatisticsService } from './statistics.service.ts'

type Deps = { db: Pick<Database, 'sql'>; replica: Replica | undefined; clock: Clock }

/**
 * Figures from a replica where there is one, each answer from one database. Lists of customers are never: one who was erased or given
 * to others a moment ago may still be there.
 */
export function replicatedStatistics({ db, replica, clock }: Deps): StatisticsService {
  const lists = createStatisticsService({ db, clock })
  if (!replica) return lists
  const from = <T>(work: (statistics: StatisticsService) => Promise<T>): Promise<T> =>
    replica.read((source) => work(createStatisticsService({ db: source, clock })))
  return {
    ...lists,
    figures: (...asked) => from((statistics) => statistics.figures(...asked)),
    byDay: (caller, filter, metrics) => from((statistics) => statistics.byDay(caller, filter, metrics)),
    summary: (...asked) => from((statistics) => statistics.summary(...asked)),
    lines: (...asked) => from((statistics) => statistics.lines(...asked)),
    byAgent: (caller, filter, metrics) => from((statistics) => statistics.byAgent(caller, filter, metrics)),
    overview: (...asked) => from((statistics) => statistics.overview(...asked)),
    reception: (...asked) => from((statistics) => statistics.reception(...asked)),
    ai: (...asked) => from((statistics) => statistics.ai(...asked)),
    agent: (...asked) => from((statistics) => statistics.agent(...asked)),
    channel: (...asked) => from((statistics) => statistics.channel(...asked)),
    tag: (...asked) => from((statistics) => statistics.tag(...asked)),
    heatmap: (...asked) => from((statistics) => statistics.heatmap(...asked)),
  }
}
