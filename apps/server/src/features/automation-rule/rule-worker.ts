import { RULE_TEXTS } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import { findCustomerRow } from '../../customer/customer-change.repo.ts'
import type { Queryable } from '../../db/database.ts'
import { retryDeadlock } from '../../db/violations.ts'
import { addLog } from '../automation/index.ts'
import type { ActionDeps } from '../automation-action/index.ts'
import type { CallDeps } from './call-webhook.ts'
import { type CauseRow, listDueCauses, putOff } from './cause.repo.ts'
import { fireRules } from './fire-rules.ts'
import { watchCustomers } from './rule-causes.ts'
import { runStep } from './run-step.ts'
import { claimRun } from './run.repo.ts'
import { watchRefusals } from './stop-rule.ts'

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
  watchRefusals(deps.writer)

  async function fire(): Promise<boolean> {
    const due = await listDueCauses(db.sql, clock.now(), BATCH_SIZE)
    for (const cause of due) {
      try {
        await retryDeadlock(() => db.transaction((tx) => fireRules(tx, cause, clock.now())))
      } catch (error) {
        log.error({ err: error, customerId: cause.customerId, cause: cause.key }, 'rules failed for an event')
        await db.transaction(async (tx) => {
          if (await putOff(tx.sql, cause, later(RETRY_MS), TRIES_MAX)) await logDropped(tx.sql, cause, clock.now())
        })
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

/** People read in 运行日志 that the rules of an event were not decided on. */
async function logDropped(db: Queryable, { entId, customerId, what }: CauseRow, now: Date): Promise<void> {
  const row = await findCustomerRow(db, entId, customerId)
  if (!row) return
  await addLog(db, {
    entId,
    customerId,
    type: 'rule',
    name: RULE_TEXTS.anyRule,
    relationId: row.relationId,
    sessionId: row.sessionId,
    result: 'failed',
    reason: RULE_TEXTS.dropped,
    input: { event: what.type },
    at: now,
    durationMs: 0,
  })
}
