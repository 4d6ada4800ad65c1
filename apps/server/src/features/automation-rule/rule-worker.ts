import type { FastifyBaseLogger } from 'fastify'
import { retryDeadlock } from '../../db/violations.ts'
import type { ActionDeps } from '../automation-action/index.ts'
import type { CallDeps } from './call-webhook.ts'
import { listDueCauses, putOff } from './cause.repo.ts'
import { fireRules } from './fire-rules.ts'
import { watchCustomers } from './rule-causes.ts'
import { runStep } from './run-step.ts'
import { claimRuns, type RunRow } from './run.repo.ts'

const BATCH_SIZE = 50
/** Customers whose actions are done at the same time. */
const ACTING_AT_ONCE = 8
/** An event that could not be handled is tried again after this time, so often. */
const RETRY_MS = 30_000
const TRIES_MAX = 5

type WorkerDeps = ActionDeps & CallDeps & { log: FastifyBaseLogger; onStored(): void }

/** Fires rules for stored events and does the actions of their runs; any number of nodes may run it. */
export function createRuleWorker(deps: WorkerDeps) {
  const { db, clock, log } = deps
  const later = (ms: number) => new Date(clock.now().getTime() + ms)
  watchCustomers(deps.writer, deps.onStored)

  async function fire(): Promise<number> {
    const due = await listDueCauses(db.sql, clock.now(), BATCH_SIZE)
    for (const cause of due) {
      try {
        await retryDeadlock(() => db.transaction((tx) => fireRules(tx, cause, clock.now())))
      } catch (error) {
        log.error({ err: error, customerId: cause.customerId, cause: cause.key }, 'rules failed for an event')
        await putOff(db.sql, cause, later(RETRY_MS), TRIES_MAX)
      }
    }
    return due.length
  }

  async function finishAll(runs: readonly RunRow[]): Promise<void> {
    for (const claimed of runs) {
      try {
        for (let run: RunRow | undefined = claimed; run;) run = await runStep(deps, run)
      } catch (error) {
        // The run is due again after its lease.
        log.error({ err: error, ruleId: claimed.ruleId, customerId: claimed.customerId }, 'a rule failed')
      }
    }
  }

  async function act(): Promise<number> {
    const runs = await claimRuns(db, clock.now(), ACTING_AT_ONCE)
    // One after the other for a customer, in the order of the rules; a slow Webhook of one does not hold up the others.
    const byCustomer = Map.groupBy(runs, ({ customerId }) => customerId)
    await Promise.all([...byCustomer.values()].map(finishAll))
    return runs.length
  }

  return {
    /** True when there may be more. */
    run: async (): Promise<boolean> => (await fire()) + (await act()) > 0,
  }
}
