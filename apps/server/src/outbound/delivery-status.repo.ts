import type { Content, CustomerId, EntId, MessageId, MessageStatus, RelationId } from '@ruwu/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { cardRuleLog, customerMessage, message, outbox, platformPending } from '../db/schema/index.ts'
import type { Case } from '../customer/customer-change.ts'

export type OutgoingKey = { entId: EntId; customerId: CustomerId; seq: number }

export type Outgoing = OutgoingKey & { id: MessageId; chatId: string; content: Content }

/** The message of this key, with its content. */
export async function readOutgoing(db: Queryable, key: OutgoingKey): Promise<Outgoing | undefined> {
  const [row] = await db
    .select({ id: customerMessage.id, chatId: message.chatId, content: message.content })
    .from(customerMessage)
    .innerJoin(message, sameMessage)
    .where(isMessage(key))
  return row && { ...key, ...row }
}

export const sameMessage = and(
  eq(message.entId, customerMessage.entId),
  eq(message.topicId, customerMessage.customerId),
  eq(message.seq, customerMessage.seq),
)

export const isMessage = ({ entId, customerId, seq }: OutgoingKey) =>
  and(eq(customerMessage.entId, entId), eq(customerMessage.customerId, customerId), eq(customerMessage.seq, seq))

/** The platform took it: final, whatever was thought of it before. */
export async function settleSent(
  db: Queryable,
  of: Case,
  sent: Outgoing,
  platform: { relationId: RelationId; messageId: string; at: Date },
  now: Date,
): Promise<void> {
  const settled = await db
    .update(customerMessage)
    .set({
      status: 1,
      platformMessageId: platform.messageId,
      platformTime: platform.at,
      failKind: null,
      failMsg: null,
      platformCode: null,
      logId: null,
      updatedAt: now,
    })
    .where(and(isMessage(sent), sql`(${customerMessage.status} <> 1 or ${customerMessage.platformMessageId} is null)`))
    .returning({ seq: customerMessage.seq })
  await db.delete(outbox).where(and(eq(outbox.entId, sent.entId), eq(outbox.messageId, sent.id)))
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
  if (settled.length === 0) return
  noteStatus(of, sent.seq, 1)
  of.deliveries.push({ messageId: sent.id, isSent: true })
  of.events.push({
    type: 'message_change',
    messageId: sent.id,
    chatId: sent.chatId,
    status: 1,
    platformTime: platform.at.toISOString(),
    read: false,
    recall: false,
    operatorId: null,
  })
}

export type Failure = { kind: string; text: string; platformCode: string; logId: string }

/** It did not arrive, or nobody can say: the agent is told why. False: it was settled otherwise before. */
export async function settleFailed(
  db: Queryable,
  of: Case,
  failed: Outgoing,
  why: Failure,
  now: Date,
): Promise<boolean> {
  const dropped = await db
    .delete(outbox)
    .where(and(eq(outbox.entId, failed.entId), eq(outbox.messageId, failed.id)))
    .returning({ seq: outbox.seq })
  if (dropped.length === 0) return false
  await db
    .update(customerMessage)
    .set({
      status: 2,
      failKind: why.kind,
      failMsg: why.text,
      platformCode: why.platformCode || null,
      logId: why.logId || null,
      updatedAt: now,
    })
    .where(isMessage(failed))
  noteStatus(of, failed.seq, 2)
  of.deliveries.push({ messageId: failed.id, isSent: false })
  of.events.push({
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

/** The rule that sent it counts it as not sent. */
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

/** The thread's last message says in lists how it went. */
export function noteStatus({ customer: row }: Case, seq: number, status: MessageStatus): void {
  if (row.lastOutboundSeq === seq) row.lastOutboundStatus = status
  if (row.lastMessage && row.lastMessageSeq === seq) row.lastMessage = { ...row.lastMessage, status }
}
