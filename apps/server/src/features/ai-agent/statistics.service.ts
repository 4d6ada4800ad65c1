import type { AI_RANGES, AiStatistics, RelationId } from '@ruwu/contract'
import { addDays, resolveDateRange, startOfDay, zonedTime } from '@ruwu/domain'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { getVisibleAccount } from '../channel/index.ts'
import { readTimeZone } from '../enterprise/index.ts'
import { readAnswers, readCosts, readSessions } from './statistics.repo.ts'

/** Today is included. */
const DAYS: Record<(typeof AI_RANGES)[number], number> = { recent7Days: 7, recent30Days: 30 }

/** Statistics of an account's AI by calendar days in the enterprise's time zone. */
export class AiStatisticsService {
  private readonly db: Database
  private readonly clock: Clock

  constructor(deps: { db: Database; clock: Clock }) {
    this.db = deps.db
    this.clock = deps.clock
  }

  async read(caller: Caller, relationId: RelationId, preset: (typeof AI_RANGES)[number]): Promise<AiStatistics> {
    const { sql } = this.db
    const account = await getVisibleAccount(sql, caller, relationId)
    const now = this.clock.now()
    const timeZone = await readTimeZone(sql, account.entId)
    const { end } = resolveDateRange({ preset: 'today', now, timeZone })
    const span = { start: startOfDay(addDays(zonedTime(now, timeZone), 1 - DAYS[preset]), timeZone), end }
    const key = { entId: account.entId, relationId }
    const { sessions, alone, handedOver, customers, withLead } = await readSessions(sql, key, span)
    const { answers, hits, good, bad } = await readAnswers(sql, key, span)
    const { points, leads } = await readCosts(sql, key, span)
    return {
      sessions,
      aloneRate: share(alone, sessions),
      handoffRate: share(handedOver, sessions),
      leadRate: share(withLead, customers),
      goodRate: share(good, good + bad),
      hitRate: share(hits, answers),
      pointsPerLead: share(points, leads),
      answers,
      points,
      asOf: now.toISOString(),
    }
  }
}

/** −1: there is nothing to divide by. */
const share = (part: number, total: number): number => (total === 0 ? -1 : part / total)
