import type { EntId } from '@ruwu/contract'
import { formatDay, zonedTime } from '@ruwu/domain'
import type { Database } from '../../db/database.ts'
import { numberNewCustomers } from '../../list/index.ts'
import type { Clock } from '../../platform/clock.ts'
import {
  clearRollups,
  HOURS_AT_ONCE,
  listEnterprises,
  listStale,
  lockRollup,
  markAllHours,
  markSince,
  readRollupState,
  rollUp,
  takeDirtyHours,
  writeRollupState,
} from './rollup.repo.ts'

/** The worker rests at least this many times as long as it worked: rollups take a bounded share of the database. */
const REST = 20
/** After a long round, such as the first one, figures of past days are not out of date for longer. */
const REST_MAX_MS = 60_000
const REPAIRED_MS = 48 * 3_600_000

/** Keeps the rollups of all enterprises equal to their facts. */
export function createRollupWorker({ db, clock }: { db: Database; clock: Clock }) {
  let restsUntil = 0

  /** One transaction's worth of an enterprise's marked hours. True when more are left. */
  const rollUpSome = async (entId: EntId, timeZone: string, waits: boolean): Promise<boolean> => {
    // By itself: it holds a lock that the creation of an agent waits for.
    while (await db.transaction((tx) => numberNewCustomers(tx.sql, entId)));
    return db.transaction(async (tx) => {
      if (!(await lockRollup(tx.sql, entId, waits))) return false
      const now = clock.now()
      const today = formatDay(zonedTime(now, timeZone))
      const state = await readRollupState(tx.sql, entId)
      if (state && state.timeZone !== timeZone) {
        await clearRollups(tx.sql, entId)
        await markAllHours(tx.sql, entId)
        return true
      }
      if (state && state.checkedOn !== today) {
        await markSince(tx.sql, entId, new Date(now.getTime() - REPAIRED_MS), now)
        await writeRollupState(tx.sql, { ...state, checkedOn: today })
        return true
      }
      const hours = await takeDirtyHours(tx.sql, entId)
      await rollUp(tx.sql, entId, timeZone, hours)
      // Until the first time all are done there is no state, and figures are read from facts.
      if (hours.length < HOURS_AT_ONCE) await writeRollupState(tx.sql, { entId, timeZone, asOf: now, checkedOn: today })
      return hours.length === HOURS_AT_ONCE
    })
  }

  const rollUpAll = async (waits: boolean): Promise<void> => {
    const failures: unknown[] = []
    const todo = await listStale(db.sql, clock.now())
    // In turns: the backlog of one enterprise does not keep the others waiting.
    for (let each = todo.shift(); each; each = todo.shift()) {
      try {
        if (await rollUpSome(each.entId, each.timeZone, waits)) todo.push(each)
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'some enterprises were not rolled up')
  }

  const runAll = () => rollUpAll(false)

  return {
    /** For the loop: rests after its work. */
    async run(): Promise<void> {
      const start = performance.now()
      if (start < restsUntil) return
      try {
        await runAll()
      } finally {
        const end = performance.now()
        restsUntil = end + Math.min((end - start) * REST, REST_MAX_MS)
      }
    },
    runAll,
    /** Computes everything again from facts; done when it returns, also beside a running server. */
    async rebuild(): Promise<void> {
      for (const entId of await listEnterprises(db.sql)) await markAllHours(db.sql, entId)
      await rollUpAll(true)
    },
  }
}
