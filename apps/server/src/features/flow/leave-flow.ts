import { DEFAULT_AI_DRAFT, type FlowOutcome } from '@ruwu/domain'
import { getAccountReception } from '../../customer/account-reception.repo.ts'
import type { CustomerChange } from '../../customer/customer-change.ts'
import { continueChange } from '../../customer/continue-change.ts'
import type { CustomerWriter } from '../../customer/customer-writer.ts'
import { changeCustomerReception } from '../../customer/reception-change.ts'
import type { Transaction } from '../../db/database.ts'
import type { AutomaticSender, FindSendingAccount } from '../../outbound/index.ts'
import { addNote } from '../../profile/index.ts'
import { listOnline, readOffText } from '../../reception/index.ts'
import { findHostingAi } from '../ai-agent/index.ts'
import { recordFlowHandoff } from '../ai-reception/index.ts'
import { endRun, type FlowRunRow, hasSpokenSince } from './flow-run.repo.ts'

export type LeaveDeps = { writer: CustomerWriter; automatic: AutomaticSender; findAccount: FindSendingAccount }

/** T15 in the step's transaction: the run ends and the customer goes to people, or by the plan. Without a text of the node's own a handoff says the account's 转人工话术, or while no person attends its plan's. */
export async function leaveFlow(
  tx: Transaction,
  { writer, automatic, findAccount }: LeaveDeps,
  run: FlowRunRow,
  held: CustomerChange,
  { outcome, reason, hasSpoken = false }: { outcome: FlowOutcome; reason: string; hasSpoken?: boolean },
  now: Date,
): Promise<void> {
  tx.defer(endRun(tx.sql, run, { outcome, reason }, now))
  const change = continueChange(tx, held)
  const { relationId, receptionEpoch: epoch, sessionId } = change.customer
  const { starting } = await getAccountReception(tx.sql, run.entId, relationId, now)
  const { hasChanged } = changeCustomerReception(change, { kind: 'workflow_end', outcome, starting }, now)
  if (!hasChanged) return
  if (outcome === 'end') {
    if (await isAnswered(tx, run, change)) change.customer.waitingSince = null
  } else {
    // The customer waits for a person from now on, whether or not the last message was read by a node.
    change.customer.waitingSince ??= change.customer.lastInboundAt ?? now
    if (reason !== '') noteStopped(change, reason, now)
    await recordFlowHandoff(tx.sql, { ...run, epoch, relationId, sessionId }, now)
  }
  await writer.commit(tx, [change], now)
  if (outcome !== 'handoff' || hasSpoken) return
  const account = await findAccount(tx.sql, run.entId, relationId)
  if (!account) return
  const isAnyAgentOnline = (await listOnline(tx.sql, account, now)).length > 0
  const offText = await readOffText(tx.sql, account, isAnyAgentOnline, now)
  const { handoff } = (await findHostingAi(tx.sql, run.entId, relationId))?.config ?? DEFAULT_AI_DRAFT
  const { receptionType, receptionEpoch } = change.customer
  await automatic.send(tx, {
    entId: run.entId,
    customerId: run.customerId,
    kind: 'handoff',
    content: { type: 'text', text: offText ?? handoff.text },
    expected: { receptionType, receptionEpoch },
    held: change,
  })
}

/** Tells people why they have the customer. */
export const noteStopped = (change: CustomerChange, reason: string, now: Date) =>
  addNote(change, { agentId: null, text: `工作流已停止：${reason}`, mentionIds: [] }, now)

/**
 * The flow has answered the customer's newest message, which a node read or which began the flow: neither the AI nor people are to answer
 * it again. One that the flow took without a word is still theirs.
 */
async function isAnswered(tx: Transaction, run: FlowRunRow, { customer: row }: CustomerChange): Promise<boolean> {
  const isRead = run.handledSeq >= row.lastInboundSeq
  const hasBegunFlow = row.lastInboundAt !== null && row.lastInboundAt <= run.startedAt
  return (isRead || hasBegunFlow) && hasSpokenSince(tx.sql, run, row.lastInboundSeq)
}
