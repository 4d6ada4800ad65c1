import type { ActionOutcome, AutomationAction } from '@ruwu/contract'
import {
  actionText,
  failuresAfter,
  RULE_TEXTS,
  WEBHOOK_ACTION_CALLS,
  WEBHOOK_ACTION_PAUSE_MS,
  worstResult,
} from '@ruwu/domain'
import type { CustomerChange, CustomerRow } from '../../customer/customer-change.ts'
import { continueChange } from '../../customer/continue-change.ts'
import { findCustomerRow, lockCustomer } from '../../customer/customer-change.repo.ts'
import type { Transaction } from '../../db/database.ts'
import { retryDeadlock } from '../../db/violations.ts'
import { readingPictures, whyOutdated } from '../../outbound/index.ts'
import { UserFacingError } from '../../platform/http/errors.ts'
import { BusyError } from '../../platform/reading/file-reader.ts'
import { addLog } from '../automation/index.ts'
import {
  type ActionContext,
  type ActionDeps,
  type ActionDone,
  isCustomerAction,
  performAction,
} from '../automation-action/index.ts'
import { callWebhook, type CallDeps } from './call-webhook.ts'
import { expectedOf } from './fire-rules.ts'
import { setChain } from './rule-causes.ts'
import { lockRule, type RuleRow } from './rule.repo.ts'
import { changeRun, leaseAt, lockStep, type RunRow } from './run.repo.ts'
import { countResult } from './stop-rule.ts'

const MINUTE_MS = 60_000
/** After so many interrupted attempts an action is given up. */
export const TRIES_MAX = 3

export type StepDeps = ActionDeps & CallDeps & { log: { error(about: object, text: string): void } }

/**
 * Does the next action of a run. The action and the step after it are one transaction, so that a crash repeats or loses none; where the
 * action fails, that is recorded and the rest goes on. Undefined: the run waits, has ended, or is another node's.
 */
export async function runStep(deps: StepDeps, run: RunRow): Promise<RunRow | undefined> {
  const began = performance.now()
  const spent = () => Math.round(performance.now() - began)
  if (run.tries > TRIES_MAX) return fail(deps, run, RULE_TEXTS.interrupted)
  try {
    const action = run.actions[run.step]
    // Called before the transaction: no lock is held meanwhile. A crash after it repeats the call with the same id.
    const called = action?.type === 'webhook' ? await callWebhook(deps, run, action) : undefined
    const act = () => deps.db.transaction((tx) => step(tx, deps, run, spent, called))
    return await readingPictures(() => retryDeadlock(act))
  } catch (error) {
    // Any other error may pass: the action is tried again after the lease, a few times.
    if (error instanceof UserFacingError && !(error instanceof BusyError)) return fail(deps, run, error.message)
    throw error
  }
}

const fail = (deps: StepDeps, run: RunRow, error: string): Promise<RunRow | undefined> =>
  deps.db.transaction(async (tx) => {
    const rule = await lockRule(tx.sql, { entId: run.entId, id: run.ruleId })
    const held = await lockStep(tx.sql, run)
    return held && goOn(tx, deps, held, rule, { result: 'failed', error, ms: 0 })
  })

async function step(
  tx: Transaction,
  deps: StepDeps,
  claimed: RunRow,
  spent: () => number,
  called: ActionDone | undefined,
): Promise<RunRow | undefined> {
  const now = deps.clock.now()
  const { entId, ruleId, customerId } = claimed
  const next = claimed.actions[claimed.step]
  const isOfCustomer = next && (isCustomerAction(next) || (next.type === 'wait' && !claimed.isWaiting))
  // Lock order: customer, rule, run. Deleting a rule locks its runs after it.
  const [held, rule, run] = await Promise.all([
    isOfCustomer ? lockCustomer(tx.sql, entId, customerId) : undefined,
    lockRule(tx.sql, { entId, id: ruleId }),
    lockStep(tx.sql, claimed),
  ])
  if (!run) return undefined
  const action = run.actions[run.step]
  if (run.cause.isReplied) return endRun(tx, deps, run, rule, RULE_TEXTS.replied)
  if (rule?.status !== 'on') return endRun(tx, deps, run, rule, RULE_TEXTS.off)
  if (!action) return endRun(tx, deps, run, rule)
  if (action.type === 'wait')
    return run.isWaiting ? endWait(tx, run, action, now) : beginWait(tx, deps, run, rule, action, held?.customer)
  if (called) return afterCall(tx, deps, run, rule, { ...called, ms: spent() })
  // A Webhook that was not called, of a rule that was off just before: the step is looked at again.
  if (!isCustomerAction(action)) return run
  setChain(tx, run.cause.chain ?? [])
  if (!held) throw new UserFacingError('refused', RULE_TEXTS.erased)
  const isAsExpected = whyOutdated(held.customer, run.expected) === undefined
  const done = await performAction(tx, deps, contextOf(run), held, action)
  return goOn(tx, deps, run, rule, { ...done, ms: spent(), isAsExpected, held })
}

/** A failed call is repeated after a pause, a few times. */
async function afterCall(
  tx: Transaction,
  deps: StepDeps,
  run: RunRow,
  rule: RuleRow,
  called: ActionDone & { ms: number },
): Promise<RunRow | undefined> {
  const calls = (run.cause.calls ?? 0) + 1
  if (called.result === 'done' || calls >= WEBHOOK_ACTION_CALLS) {
    const { calls: _, ...cause } = run.cause
    await changeRun(tx.sql, run, { cause })
    return goOn(tx, deps, { ...run, cause }, rule, called)
  }
  const dueAt = new Date(deps.clock.now().getTime() + WEBHOOK_ACTION_PAUSE_MS)
  const workMs = run.workMs + called.ms
  await changeRun(tx.sql, run, { cause: { ...run.cause, calls }, dueAt, workMs, tries: 0 })
  return undefined
}

const contextOf = (run: RunRow): ActionContext => ({
  entId: run.entId,
  customerId: run.customerId,
  name: `规则「${run.ruleName}」`,
  kind: run.cause.type === 'customer_silent' ? 'silence_rule' : 'rule',
  expected: run.expected,
})

type Wait = Extract<AutomationAction, { type: 'wait' }>

/** A customer who has written since the rule fired is not waited for. */
async function beginWait(
  tx: Transaction,
  deps: StepDeps,
  run: RunRow,
  rule: RuleRow,
  { params }: Wait,
  /** Locked: a message that comes now finds the run in 等待. */
  row: CustomerRow | undefined,
): Promise<undefined> {
  const { inboundSeq } = run.cause
  if (row && inboundSeq !== undefined && row.lastInboundSeq > inboundSeq)
    return endRun(tx, deps, run, rule, RULE_TEXTS.replied)
  const dueAt = new Date(deps.clock.now().getTime() + params.minutes * MINUTE_MS)
  await changeRun(tx.sql, run, { isWaiting: true, dueAt, tries: 0 })
}

/** The time of a wait is over: the customer row's reception type and epoch are read again; a message of an agent since the rule fired still prevents a send. */
async function endWait(tx: Transaction, run: RunRow, action: Wait, now: Date): Promise<RunRow> {
  // Without a lock: a message of the customer locks the customer, then the run.
  const row = await findCustomerRow(tx.sql, run.entId, run.customerId)
  const next = {
    isWaiting: false,
    step: run.step + 1,
    outcomes: [...run.outcomes, outcomeOf(action, { result: 'done', error: '' })],
    expected: row ? { ...expectedOf(row), humanSeq: run.expected.humanSeq } : run.expected,
    ...leaseAt(now),
  }
  await changeRun(tx.sql, run, next)
  return { ...run, ...next }
}

const outcomeOf = (action: AutomationAction, { result, error }: ActionDone): ActionOutcome => ({
  text: actionText(action),
  result,
  error,
})

/** Records an action. What it changed of the reception that the run expected is what later messages of the run expect. */
async function goOn(
  tx: Transaction,
  deps: StepDeps,
  run: RunRow,
  rule: RuleRow | undefined,
  {
    ms,
    isAsExpected = false,
    held,
    ...done
  }: ActionDone & { ms: number; isAsExpected?: boolean; held?: CustomerChange },
): Promise<RunRow | undefined> {
  const action = run.actions[run.step]
  if (!action) return undefined
  const row = held ? continueChange(tx, held).customer : await findCustomerRow(tx.sql, run.entId, run.customerId)
  const now = deps.clock.now()
  if (row) tx.defer(logAction(tx, run, row, done, { text: actionText(action), ms, at: now }))
  const next: RunRow = {
    ...run,
    step: run.step + 1,
    outcomes: [...run.outcomes, outcomeOf(action, done)],
    workMs: run.workMs + ms,
    expected: row && isAsExpected ? expectedOf(row) : run.expected,
    ...leaseAt(now),
  }
  const { step: index, outcomes, workMs, tries, dueAt, expected } = next
  if (index >= run.actions.length) return endRun(tx, deps, next, rule)
  await changeRun(tx.sql, run, { step: index, outcomes, workMs, tries, dueAt, expected })
  return next
}

/** A line of 运行日志, by which a message is traced to its rule and step. */
async function logAction(
  tx: Transaction,
  run: RunRow,
  { relationId, sessionId }: CustomerRow,
  { result, error, messageId }: ActionDone,
  { text, ms, at }: { text: string; ms: number; at: Date },
): Promise<void> {
  await addLog(tx.sql, {
    entId: run.entId,
    type: 'rule',
    name: run.ruleName,
    customerId: run.customerId,
    relationId,
    sessionId,
    step: run.step + 1,
    result: messageId ? 'sent' : result,
    reason: error,
    messageId: messageId ?? null,
    input: { ruleId: run.ruleId, event: run.cause.type, ...(run.cause.chain && { chain: run.cause.chain }) },
    output: { text, generator: null, model: '' },
    at,
    durationMs: ms,
  })
}

/** The rest of the actions, if any, is left out for this reason. */
async function endRun(
  tx: Transaction,
  deps: StepDeps,
  run: RunRow,
  rule: RuleRow | undefined,
  reason = '',
): Promise<undefined> {
  const now = deps.clock.now()
  const left = run.actions.slice(run.outcomes.length)
  const outcomes = [...run.outcomes, ...left.map((action) => outcomeOf(action, { result: 'skipped', error: reason }))]
  const result = worstResult(outcomes.map((each) => each.result))
  const { step, workMs } = run
  tx.defer(changeRun(tx.sql, run, { step, workMs, outcomes, result, isWaiting: false, dueAt: null, endedAt: now }))
  if (rule) await countResult(tx, rule, failuresAfter(rule.failures, result), now)
}
