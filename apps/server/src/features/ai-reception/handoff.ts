import type { AiDraft, HandoffReason } from '@ruwu/contract'
import { HANDOFF_HINT_MS, HANDOFF_REASON_TEXTS, maskContacts } from '@ruwu/domain'
import { addNote } from '../../profile/index.ts'
import { appendLine, type CustomerChange } from '../../customer/customer-change.ts'
import { changeCustomerReception } from '../../customer/reception-change.ts'
import { type CustomerKey, lockCustomer } from '../../customer/customer-change.repo.ts'
import type { CustomerWriter } from '../../customer/customer-writer.ts'
import {
  type AutomaticSender,
  cardMessage,
  type Expected,
  type HeldBack,
  type SendingAccount,
  whyOutdated,
} from '../../outbound/index.ts'
import { listOnline, readOffText } from '../../reception/index.ts'
import type { Transaction } from '../../db/database.ts'
import { BY_FLOW } from '../../db/schema/index.ts'
import { isReceivedByAi } from './awaits-ai.ts'
import { bindTagsByAi } from './bind-tags.ts'
import { insertHandoff } from './handoff.repo.ts'
import { setBoundary } from './memory.repo.ts'

/** A handoff from the AI to people, decided by the AI or caused by its failure. */
export type HandoffRequest = {
  key: CustomerKey
  expected: Expected
  /** Undefined when the account is gone; then nothing can be sent. */
  account: SendingAccount | undefined
  reason: HandoffReason | 'error'
  /** Shown to agents in the note; contacts in it are masked. */
  detail: string
  /** Conversation summary for the note. */
  summary: string
  config: AiDraft
  /** False when messages to the customer fail anyway. */
  isCustomerNotified?: boolean
}

type HandoffDeps = { writer: CustomerWriter; automatic: AutomaticSender }

const ERROR_TEXT = 'AI 异常'
const FLOW_TEXT = '工作流转人工'
const NOBODY_ONLINE_LINE = '当前没有客服在线，客服上线后分配'

/**
 * 转人工 in the caller's transaction, idempotent per epoch (primary key of ai_handoff). Returns the reason when the customer's state is no
 * longer the expected one, undefined when the handoff is done.
 */
export async function handOver(
  tx: Transaction,
  { writer, automatic }: HandoffDeps,
  { key, expected, account, reason, detail, summary, config, isCustomerNotified: isSpoken = true }: HandoffRequest,
  now: Date,
): Promise<HeldBack['why'] | undefined> {
  const { entId, customerId } = key
  const held = await lockCustomer(tx.sql, entId, customerId)
  if (!held) return 'refused'
  const why = whyOutdated(held.customer, expected)
  if (why) return why
  // Archived or blocked meanwhile: no agent is to be called.
  if (!isReceivedByAi(held.customer)) return 'reception'
  if (reason === 'goal') await applyGoalReached(tx, { writer, automatic }, key, expected, config, now)

  const change = (await lockCustomer(tx.sql, entId, customerId)) as CustomerChange
  const { relationId, sessionId } = change.customer
  const handoff = { ...key, epoch: expected.receptionEpoch, relationId, sessionId, reason, at: now }
  const isFirst = await insertHandoff(tx.sql, { ...handoff, hintAt: new Date(now.getTime() + HANDOFF_HINT_MS) })
  if (!isFirst) return undefined
  // The customer waits again if the AI's answer was not delivered.
  change.customer.waitingSince ??= change.customer.lastInboundAt
  const text = handoffText(reason)
  changeCustomerReception(change, reason === 'error' ? { kind: 'ai_error' } : { kind: 'handoff', why: text }, now)
  addNote(change, { agentId: null, text: noteText({ text, detail, summary }), mentionIds: [] }, now)
  const isAnyAgentOnline = account !== undefined && (await listOnline(tx.sql, account, now)).length > 0
  if (account && !isAnyAgentOnline) appendLine(change, { kind: 'reception', text: NOBODY_ONLINE_LINE }, now)
  await writer.commit(tx, [change], now)
  await setBoundary(tx.sql, key, change.customer.lastSeq, now)
  if (!account || !isSpoken) return undefined

  const offText = await readOffText(tx.sql, account, isAnyAgentOnline, now)
  await automatic.send(tx, {
    ...key,
    kind: 'handoff',
    content: { type: 'text', text: offText ?? config.handoff.text },
    expected: { receptionType: change.customer.receptionType, receptionEpoch: change.customer.receptionEpoch },
  })
  return undefined
}

/** The reason as agents read it in the thread, the note and the hint. */
export const handoffText = (reason: string): string => {
  if (reason === BY_FLOW) return FLOW_TEXT
  return reason in HANDOFF_REASON_TEXTS ? HANDOFF_REASON_TEXTS[reason as HandoffReason] : ERROR_TEXT
}

/** Detail is cut to this length; the thread has the full text. */
const DETAIL_CHARS = 60

const noteText = ({ text, detail, summary }: { text: string; detail: string; summary: string }) => {
  const excerpt = Array.from(maskContacts(detail)).slice(0, DETAIL_CHARS).join('')
  return [`转人工原因：${text}${excerpt ? `（${excerpt}）` : ''}`, ...(summary ? [summary] : [])].join('\n')
}

/** Sends the goal's card and binds its tags before the handoff. A card that is held back stops nothing. */
async function applyGoalReached(
  tx: Transaction,
  { writer, automatic }: HandoffDeps,
  key: CustomerKey,
  expected: Expected,
  { goal: { onReached } }: AiDraft,
  now: Date,
): Promise<void> {
  const { materialId } = onReached
  if (materialId)
    await automatic.send(tx, {
      ...key,
      kind: 'ai_answer',
      name: '达成目标后的卡片',
      ...cardMessage(materialId),
      expected,
    })
  await bindTagsByAi(tx, writer, key, { tagIds: onReached.tagIds, isGoalReached: true }, now)
}
