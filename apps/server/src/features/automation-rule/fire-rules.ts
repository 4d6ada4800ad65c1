import type { AutomationRunId, EntId, MessageId } from '@ruwu/contract'
import { holdsGroup, RULE_CHAIN_MAX, RULE_REPEATS_MAX } from '@ruwu/domain'
import type { CustomerRow } from '../../customer/customer-change.ts'
import { lockCustomer } from '../../customer/customer-change.repo.ts'
import type { Queryable, Transaction } from '../../db/database.ts'
import type { RuleCause, RuleChain, RunExpected } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { listLogsByMessage, readFacts } from '../automation/index.ts'
import { type CauseRow, takeCause } from './cause.repo.ts'
import { readEventMessage } from './rule-facts.repo.ts'
import { listFiring, type RuleRow } from './rule.repo.ts'
import { countRepeats, hasRunSince, insertRun } from './run.repo.ts'

/** Decides which rules an event fires, in their order; the event is taken and their runs begin in one transaction. */
export async function fireRules(tx: Transaction, cause: CauseRow, now: Date): Promise<void> {
  const [change, what] = await Promise.all([
    lockCustomer(tx.sql, cause.entId, cause.customerId),
    takeCause(tx.sql, cause, now),
  ])
  if (!change || !what || !isStillSo(what, change.customer)) return
  const [rules, message] = await Promise.all([
    listFiring(tx.sql, cause.entId, what),
    readEventMessage(tx.sql, cause, what),
  ])
  if (rules.length === 0) return
  const { customer: row } = change
  const chain = await chainOf(tx.sql, cause.entId, what)
  if (chain.length >= RULE_CHAIN_MAX) return
  const facts = await readFacts(tx.sql, row, what.seq === undefined ? null : (message?.content ?? null), now)
  const isByPerson = what.isByPerson ?? message?.senderKind === 'human'
  const about = { ...what, ...(isByPerson ? { isByPerson } : {}), inboundSeq: row.lastInboundSeq }
  for (const [index, rule] of rules.entries()) {
    if (chain.includes(rule.id) || !isFor(rule, row) || !holdsGroup(rule.conditions, facts)) continue
    if (await hasRunSince(tx.sql, rule, row.id, now)) continue
    if (!isByPerson && (await countRepeats(tx.sql, rule, row)) >= RULE_REPEATS_MAX) continue
    const run = {
      entId: rule.entId,
      id: newId<AutomationRunId>(now),
      ruleId: rule.id,
      ruleName: rule.name,
      customerId: row.id,
      causeKey: cause.key,
      cause: { ...about, chain: [...chain, rule.id] },
      actions: rule.actions,
      expected: expectedOf(row),
      // The runs of an event are done in the order of their rules.
      dueAt: new Date(now.getTime() - rules.length + index),
      startedAt: now,
    }
    tx.defer(insertRun(tx.sql, run))
    if (rule.stopOnMatch) break
  }
}

export const expectedOf = ({ receptionType, receptionEpoch, lastHumanSeq: humanSeq }: CustomerRow): RunExpected => ({
  receptionType,
  receptionEpoch,
  humanSeq,
})

export const isFor = ({ accountIds }: Pick<RuleRow, 'accountIds'>, { relationId }: Pick<CustomerRow, 'relationId'>) =>
  accountIds.length === 0 || accountIds.includes(relationId)

/** Of an event that waited: no answer has come since. */
function isStillSo({ type, mark }: RuleCause, { waitingSince, lastInboundSeq }: CustomerRow): boolean {
  if (type === 'agent_silent') return waitingSince?.getTime() === mark
  if (type === 'customer_silent') return waitingSince === null && lastInboundSeq === mark
  return true
}

/** A rule is not fired by the failure of its own message either, nor of one that it led to. */
async function chainOf(db: Queryable, entId: EntId, { chain = [], messageId }: RuleCause): Promise<RuleChain> {
  if (messageId === undefined) return chain
  const logs = await listLogsByMessage(db, [entId], [messageId as MessageId])
  return [...chain, ...logs.flatMap(({ input }) => ('ruleId' in input ? (input.chain ?? [input.ruleId]) : []))]
}
