import type { EntId, MessageId, RelationId } from '@ruwu/contract'
import { and, eq } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { cardRuleLog, platformPending } from '../db/schema/index.ts'
import { type CustomerChange, setMessageStatus } from '../customer/customer-change.ts'
import type { LeadRecorder } from '../customer/lead-recorder.ts'
import { writeCardSend } from '../customer/statistics-facts.repo.ts'
import { deleteOutbox } from './outbox.repo.ts'
import { type ThreadMessage, writeFailed, writeSent } from '../customer/customer-message.repo.ts'

/**
 * The platform accepted the message: final, whatever status it had. Deletes its outbox row and the echo that overtook the answer. Only
 * now an agent's reply counts for the customer's leads.
 */
export async function markSent(
  db: Queryable,
  { change, leads }: { change: CustomerChange; leads: LeadRecorder },
  sent: ThreadMessage,
  platform: { relationId: RelationId; messageId: string; at: Date },
  now: Date,
): Promise<void> {
  const settled = await writeSent(db, sent, { platformMessageId: platform.messageId, platformTime: platform.at }, now)
  await deleteOutbox(db, { entId: sent.entId, messageId: sent.id })
  await db
    .delete(platformPending)
    .where(
      and(
        eq(platformPending.entId, sent.entId),
        eq(platformPending.relationId, platform.relationId),
        eq(platformPending.platformMessageId, platform.messageId),
        eq(platformPending.kind, 'echo'),
      ),
    )
  if (!settled) return
  await writeCardSend(db, change, sent, now)
  setMessageStatus(change, sent.seq, 1)
  change.deliveries.push({ messageId: sent.id, isSent: true })
  change.events.push({
    type: 'message_change',
    messageId: sent.id,
    chatId: sent.chatId,
    status: 1,
    platformTime: platform.at.toISOString(),
    read: false,
    recall: false,
    operatorId: null,
  })
  if (settled.senderKind === 'human') await leads.follow(db, change, settled, now)
}

export type Failure = { kind: string; text: string; platformCode: string; logId: string }

/** The send failed, or its outcome is unknown. False: the message was settled before (no outbox row). */
export async function markFailed(
  db: Queryable,
  change: CustomerChange,
  failed: ThreadMessage,
  why: Failure,
  now: Date,
): Promise<boolean> {
  if (!(await deleteOutbox(db, { entId: failed.entId, messageId: failed.id }))) return false
  const { kind, text, platformCode, logId } = why
  await writeFailed(
    db,
    failed,
    { failKind: kind, failMsg: text, platformCode: platformCode || null, logId: logId || null },
    now,
  )
  setMessageStatus(change, failed.seq, 2)
  change.deliveries.push({ messageId: failed.id, isSent: false })
  change.events.push({
    type: 'send_msg_failed',
    messageId: failed.id,
    chatId: failed.chatId,
    msg: why.text,
    kind: why.kind,
    platformCode: why.platformCode || null,
    logId: why.logId || null,
    operatorId: null,
  })
  return true
}

/** The card rule's log entry becomes a failed one. */
export async function noteFailedCard(
  db: Queryable,
  { entId, messageId }: { entId: EntId; messageId: MessageId },
  error: string,
): Promise<void> {
  await db
    .update(cardRuleLog)
    .set({ result: 'failed', error })
    .where(and(eq(cardRuleLog.entId, entId), eq(cardRuleLog.messageId, messageId)))
}
