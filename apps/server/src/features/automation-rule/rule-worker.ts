import type { FastifyBaseLogger } from 'fastify'
import { retryDeadlock } from '../../db/violations.ts'
import type { ActionDeps } from '../automation-action/index.ts'
import type { CallDeps } from './call-webhook.ts'
import { listDueCauses, putOff } from './cause.repo.ts'
import { fireRules } from './fire-rules.ts'
import { watchCustomers } from './rule-causes.ts'
import { runStep } from './run-step.ts'
import { claimRun } from './run.repo.ts'

const BATCH_SIZE = 50
/** An event that could not be handled is tried again after this time, so often. */
const RETRY_MS = 30_000
const TRIES_MAX = 5

type WorkerDeps = ActionDeps & CallDeps & { log: FastifyBaseLogger; /** Wakes the loops. */ onStored(): void }

/** Fires rules for stored events and does the actions of their runs; any number of nodes may run it. */
export function createRuleWorker(deps: WorkerDeps) {
  const { db, clock, log } = deps
  const later = (ms: number) => new Date(clock.now().getTime() + ms)
  watchCustomers(deps.writer, deps.onStored)

  async function fire(): Promise<boolean> {
    const due = await listDueCauses(db.sql, clock.now(), BATCH_SIZE)
    for (const cause of due) {
      try {
        await retryDeadlock(() => db.transaction((tx) => fireRules(tx, cause, clock.now())))
      } catch (error) {
        log.error({ err: error, customerId: cause.customerId, cause: cause.key }, 'rules failed for an event')
        await putOff(db.sql, cause, later(RETRY_MS), TRIES_MAX)
      }
    }
    if (due.length > 0) deps.onStored()
    return due.length > 0
  }

  /** All that can be done of one run at once. */
  async function act(onClaim?: () => void): Promise<boolean> {
    const claimed = await claimRun(db.sql, clock.now())
    if (claimed) onClaim?.()
    try {
      for (let run = claimed; run;) run = await runStep(deps, run)
    } catch (error) {
      // The run is due again after its lease.
      log.error({ err: error, ruleId: claimed?.ruleId, customerId: claimed?.customerId }, 'a rule failed')
    }
    return claimed !== undefined
  }

  return {
    /** Each is true when there may be more. Any number may act at the same time. */
    fire,
    act,
    run: async (): Promise<boolean> => {
      const hasFired = await fire()
      return (await act()) || hasFired
    },
  }
}
