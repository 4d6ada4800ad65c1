import type { AgentId, Content, CustomerId, EntId, MessageId, MessageStatus, SenderKind } from '@ruwu/contract'
import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { customerMessage, message } from '../db/schema/index.ts'
import { queueReindex } from './search-pending.repo.ts'

export type MessageKey = { entId: EntId; customerId: CustomerId; seq: number }

export type ThreadMessage = MessageKey & { id: MessageId; chatId: string; content: Content }

/** Undefined: there is no such message. */
export async function readThreadMessage(db: Queryable, key: MessageKey): Promise<ThreadMessage | undefined> {
  const [row] = await db
    .select({ id: customerMessage.id, chatId: message.chatId, content: message.content })
    .from(customerMessage)
    .innerJoin(message, sameMessage)
    .where(isMessage(key))
  return row && { ...key, ...row }
}

/** Join condition of `message` and `customer_message`: the same row of a thread. */
export const sameMessage = and(
  eq(message.entId, customerMessage.entId),
  eq(message.topicId, customerMessage.customerId),
  eq(message.seq, customerMessage.seq),
)

export const isMessage = ({ entId, customerId, seq }: MessageKey) =>
  and(eq(customerMessage.entId, entId), eq(customerMessage.customerId, customerId), eq(customerMessage.seq, seq))

/** Replaces the content of a stored message by the tombstone of a recall. */
export async function writeRecalled(db: Queryable, key: MessageKey, content: Content, now: Date): Promise<void> {
  await db
    .update(message)
    .set({ content, isRecalled: true, updatedAt: now })
    .where(and(eq(message.entId, key.entId), eq(message.topicId, key.customerId), eq(message.seq, key.seq)))
  await queueReindex(db, key)
}

/** State and content of a message as `message_change` events carry them. */
export async function readMessageState(db: Queryable, key: MessageKey) {
  const [row] = await db
    .select({
      id: customerMessage.id,
      status: sql<MessageStatus>`${customerMessage.status}`,
      isRead: customerMessage.isRead,
      chatId: message.chatId,
      content: message.content,
      isRecalled: message.isRecalled,
    })
    .from(customerMessage)
    .innerJoin(message, sameMessage)
    .where(isMessage(key))
  return row
}

/** Whether an agent sent the message, not the AI or a workflow. */
export async function isSentByPerson(db: Queryable, { entId, id }: { entId: EntId; id: MessageId }): Promise<boolean> {
  const [row] = await db
    .select({ senderKind: customerMessage.senderKind })
    .from(customerMessage)
    .where(and(eq(customerMessage.entId, entId), eq(customerMessage.id, id)))
  return row?.senderKind === 'human'
}

/** The message by its id, as far as its visibility and masking need it. */
export async function findMessageById(db: Queryable, entId: EntId, id: MessageId) {
  const [row] = await db
    .select({ customerId: customerMessage.customerId, content: message.content })
    .from(customerMessage)
    .innerJoin(message, sameMessage)
    .where(and(eq(customerMessage.entId, entId), eq(customerMessage.id, id)))
  return row
}

/** A message's place in its thread, by id or by number; undefined: the customer has no such message. */
export async function findMessageSeq(
  db: Queryable,
  { entId, customerId }: Omit<MessageKey, 'seq'>,
  by: { id: MessageId } | { seq: number },
): Promise<number | undefined> {
  const [row] = await db
    .select({ seq: customerMessage.seq })
    .from(customerMessage)
    .where(
      and(
        eq(customerMessage.entId, entId),
        eq(customerMessage.customerId, customerId),
        'id' in by ? eq(customerMessage.id, by.id) : eq(customerMessage.seq, by.seq),
      ),
    )
  return row?.seq
}

export async function writeContent(db: Queryable, key: MessageKey, content: Content, now: Date): Promise<void> {
  await db
    .update(message)
    .set({ content, updatedAt: now })
    .where(and(eq(message.entId, key.entId), eq(message.topicId, key.customerId), eq(message.seq, key.seq)))
}

/** Marks the row as changed; clients fetch changed messages by `updated_at`. */
export async function touchMessage(db: Queryable, key: MessageKey, now: Date): Promise<void> {
  await db.update(customerMessage).set({ updatedAt: now }).where(isMessage(key))
}

export async function writeStatus(db: Queryable, key: MessageKey, status: MessageStatus, now: Date): Promise<void> {
  await db.update(customerMessage).set({ status, updatedAt: now }).where(isMessage(key))
}

/** Back to pending for another attempt: the reasons of the failure are cleared. */
export async function resetForRetry(db: Queryable, key: MessageKey, now: Date): Promise<void> {
  await db
    .update(customerMessage)
    .set({ status: 0, failKind: null, failMsg: null, platformCode: null, logId: null, updatedAt: now })
    .where(isMessage(key))
}

/** Read receipt of the platform: our sent messages up to `seq`. False: all of them were read before. */
export async function markReadByCustomer(db: Queryable, key: MessageKey, now: Date): Promise<boolean> {
  const rows = await db
    .update(customerMessage)
    .set({ isRead: true, updatedAt: now })
    .where(
      and(
        eq(customerMessage.entId, key.entId),
        eq(customerMessage.customerId, key.customerId),
        lte(customerMessage.seq, key.seq),
        eq(customerMessage.isRead, false),
        eq(customerMessage.status, 1),
        inArray(customerMessage.senderKind, ['human', 'ai', 'flow']),
      ),
    )
    .returning({ seq: customerMessage.seq })
  return rows.length > 0
}

type SentResult = { platformMessageId: string; platformTime: Date }
type FailedResult = { failKind: string; failMsg: string; platformCode: string | null; logId: string | null }

/** The platform took the message: final, whatever status it had. Undefined: it was marked so before. */
export async function writeSent(
  db: Queryable,
  key: MessageKey,
  sent: SentResult,
  now: Date,
): Promise<{ senderKind: SenderKind; agentId: AgentId | null; at: Date } | undefined> {
  const [row] = await db
    .update(customerMessage)
    .set({ status: 1, ...sent, failKind: null, failMsg: null, platformCode: null, logId: null, updatedAt: now })
    .where(and(isMessage(key), sql`(${customerMessage.status} <> 1 or ${customerMessage.platformMessageId} is null)`))
    .returning({
      senderKind: customerMessage.senderKind,
      agentId: customerMessage.agentId,
      at: sql<string>`(select m.created_at from message m
        where m.ent_id = ${key.entId} and m.topic_id = ${key.customerId} and m.seq = ${key.seq})`,
    })
  return row && { ...row, at: new Date(row.at) }
}

export async function writeFailed(db: Queryable, key: MessageKey, failed: FailedResult, now: Date): Promise<void> {
  await db
    .update(customerMessage)
    .set({ status: 2, ...failed, updatedAt: now })
    .where(isMessage(key))
}

/** Demo history: a message that had failed, without a platform id. */
export async function writePastFailure(
  db: Queryable,
  entId: EntId,
  { id, kind, text }: { id: MessageId; kind: string; text: string },
): Promise<void> {
  await db
    .update(customerMessage)
    .set({ status: 2, failKind: kind, failMsg: text, platformMessageId: null })
    .where(and(eq(customerMessage.entId, entId), eq(customerMessage.id, id)))
}
