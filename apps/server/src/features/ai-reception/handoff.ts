import type { AiDraft, HandoffReason } from '@ruwu/contract'
import { HANDOFF_HINT_MS, HANDOFF_REASON_TEXTS, maskContacts, NOBODY_ONLINE_TEXT } from '@ruwu/domain'
import type { Transaction } from '../../db/database.ts'
import { aiHandoff, aiMemory } from '../../db/schema/index.ts'
import {
  addNote,
  type Case,
  changeCase,
  type CustomerKey,
  type Desk,
  type Expected,
  type HeldBack,
  listOnline,
  lockCase,
  type SendingAccount,
  type Speaker,
  whyOutdated,
} from '../../customer/index.ts'
import { bindTagsByAi } from './bind-tags.ts'
import { isWithAi } from './awaits-ai.ts'

/** Why people receive the customer from now on: something the AI decided, or that it failed. */
export type HandOver = {
  key: CustomerKey
  expected: Expected
  /** Undefined: it is gone, and nothing can be said through it. */
  account: SendingAccount | undefined
  reason: HandoffReason | 'error'
  /** What it was about, in words. */
  detail: string
  /** What agents read of the conversation so far. */
  summary: string
  config: AiDraft
  /** False: what is said would not arrive. */
  isSpoken?: boolean
}

type HandOverDeps = { desk: Desk; speaker: Speaker }

const ERROR_TEXT = 'AI 异常'

/** Everything 转人工 does, once for an epoch, in the caller's transaction. Undefined: it is done. */
export async function handOver(
  tx: Transaction,
  { desk, speaker }: HandOverDeps,
  { key, expected, account, reason, detail, summary, config, isSpoken = true }: HandOver,
  now: Date,
): Promise<HeldBack['why'] | undefined> {
  const { entId, customerId } = key
  const held = await lockCase(tx.sql, entId, customerId)
  if (!held) return 'refused'
  const why = whyOutdated(held.customer, expected)
  if (why) return why
  // Nobody is called to whom somebody has put away or shut out meanwhile.
  if (!isWithAi(held.customer)) return 'reception'
  if (reason === 'goal') await celebrate(tx, { desk, speaker }, key, expected, config, now)

  const of = (await lockCase(tx.sql, entId, customerId)) as Case
  const noted = await tx.sql
    .insert(aiHandoff)
    .values({
      entId,
      customerId,
      epoch: expected.receptionEpoch,
      relationId: of.customer.relationId,
      sessionId: of.customer.sessionId,
      reason,
      at: now,
      hintAt: new Date(now.getTime() + HANDOFF_HINT_MS),
    })
    .onConflictDoNothing()
    .returning({ epoch: aiHandoff.epoch })
  if (noted.length === 0) return undefined
  // Whom an answer did not reach still waits.
  of.customer.waitingSince ??= of.customer.lastInboundAt
  const text = handOverText(reason)
  changeCase(of, reason === 'error' ? { kind: 'ai_error' } : { kind: 'handoff', why: text }, now)
  addNote(of, { agentId: null, text: noteText({ text, detail, summary }), mentionIds: [] }, now)
  await desk.save(tx, [of], now)
  await noteBoundary(tx, key, of.customer.lastSeq, now)
  if (!account || !isSpoken) return undefined

  const isAnybodyThere = (await listOnline(tx.sql, account, now)).length > 0
  await speaker.say(tx, {
    ...key,
    senderKind: 'flow',
    place: { isFirst: true, isLast: false },
    text: isAnybodyThere ? config.handoff.text : NOBODY_ONLINE_TEXT,
    expected: { receptionType: of.customer.receptionType, receptionEpoch: of.customer.receptionEpoch },
    name: of.customer.name,
  })
  return undefined
}

/** As agents read it in the thread, the note and the hint. */
export const handOverText = (reason: string): string =>
  reason in HANDOFF_REASON_TEXTS ? HANDOFF_REASON_TEXTS[reason as HandoffReason] : ERROR_TEXT

/** Of what the customer said, so much as names the reason; the thread has the rest. */
const DETAIL_CHARS = 60

const noteText = ({ text, detail, summary }: { text: string; detail: string; summary: string }) => {
  const words = maskContacts(Array.from(detail).slice(0, DETAIL_CHARS).join(''))
  return [`转人工原因：${text}${words ? `（${words}）` : ''}`, ...(summary ? [summary] : [])].join('\n')
}

/** What follows from reaching the goal comes before people take over. What may not be sent is left out. */
async function celebrate(
  tx: Transaction,
  { desk, speaker }: HandOverDeps,
  key: CustomerKey,
  expected: Expected,
  { goal: { onReached } }: AiDraft,
  now: Date,
): Promise<void> {
  if (onReached.materialId) await speaker.sendCard(tx, { ...key, materialId: onReached.materialId, expected })
  await bindTagsByAi(tx, desk, key, onReached.tagIds, now)
}

/** What was said up to here is another conversation. */
async function noteBoundary(tx: Transaction, key: CustomerKey, boundarySeq: number, now: Date): Promise<void> {
  await tx.sql
    .insert(aiMemory)
    .values({ ...key, boundarySeq, updatedAt: now })
    .onConflictDoUpdate({ target: [aiMemory.entId, aiMemory.customerId], set: { boundarySeq, misses: 0, failures: 0 } })
}
