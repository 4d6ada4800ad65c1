import type { CustomerId, CustomerMessage, EntId, Feedback, MessageId, MessageStatus } from '@ruwu/contract'
import { and, asc, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { agent, customer, customerMessage, message, messageFeedback } from '../db/schema/index.ts'
import { toCustomerMessage } from '../customer/message.view.ts'
import { isMessage, type MessageKey, sameMessage } from '../customer/customer-message.repo.ts'

/** Thread messages with sender, delivery state and feedback. */
const selectMessages = (db: Queryable) =>
  db
    .select({
      entId: customerMessage.entId,
      customerId: customerMessage.customerId,
      seq: customerMessage.seq,
      id: customerMessage.id,
      relationId: customerMessage.relationId,
      senderKind: customerMessage.senderKind,
      agentId: customerMessage.agentId,
      agentName: agent.name,
      isFromApp: customerMessage.isFromApp,
      platformMessageId: customerMessage.platformMessageId,
      platformTime: customerMessage.platformTime,
      status: sql<MessageStatus>`${customerMessage.status}`,
      failKind: customerMessage.failKind,
      failMsg: customerMessage.failMsg,
      isRead: customerMessage.isRead,
      updatedAt: customerMessage.updatedAt,
      chatId: message.chatId,
      senderId: message.senderId,
      content: message.content,
      isRecalled: message.isRecalled,
      createdAt: message.createdAt,
      customerName: customer.name,
      conversationKey: customer.conversationKey,
      source: customer.source,
      rating: messageFeedback.rating,
      ratingReason: messageFeedback.reason,
      correctedText: messageFeedback.correctedText,
    })
    .from(customerMessage)
    .innerJoin(message, sameMessage)
    .innerJoin(customer, and(eq(customer.entId, customerMessage.entId), eq(customer.id, customerMessage.customerId)))
    .leftJoin(
      messageFeedback,
      and(eq(messageFeedback.entId, customerMessage.entId), eq(messageFeedback.messageId, customerMessage.id)),
    )
    .leftJoin(agent, and(eq(agent.entId, customerMessage.entId), eq(agent.id, customerMessage.agentId)))

/** One message by id, or by its place in a thread. */
export async function findMessage(
  db: Queryable,
  by: { entId: EntId; id: MessageId } | MessageKey,
): Promise<MessageRow | undefined> {
  const [row] = await selectMessages(db).where(
    'seq' in by ? isMessage(by) : and(eq(customerMessage.entId, by.entId), eq(customerMessage.id, by.id)),
  )
  return row
}

/** The last rating of an AI answer replaces earlier ones. */
export async function saveFeedback(db: Queryable, row: typeof messageFeedback.$inferInsert): Promise<void> {
  const { entId: _ent, messageId: _message, ...set } = row
  await db
    .insert(messageFeedback)
    .values(row)
    .onConflictDoUpdate({ target: [messageFeedback.entId, messageFeedback.messageId], set })
}

/** The messages nearest to a thread number (exclusive) on one side, and whether there are more. */
export async function readStretch(
  db: Queryable,
  { entId, customerId }: { entId: EntId; customerId: CustomerId },
  bounds: { before?: number | undefined; after?: number | undefined },
  { limit, isForward }: { limit: number; isForward: boolean },
): Promise<{ rows: MessageRow[]; hasMore: boolean }> {
  const { before = Number.MAX_SAFE_INTEGER, after = -1 } = bounds
  const order = isForward ? asc(customerMessage.seq) : desc(customerMessage.seq)
  const isOfThread = and(eq(customerMessage.entId, entId), eq(customerMessage.customerId, customerId))
  // The numbers first: joined at once, the planner may read the rest of a long thread to sort it.
  const seqs = db
    .select({ seq: customerMessage.seq })
    .from(customerMessage)
    .where(and(isOfThread, lt(customerMessage.seq, before), gt(customerMessage.seq, after)))
    .orderBy(order)
    .limit(limit + 1)
  const rows = await selectMessages(db)
    .where(and(isOfThread, inArray(customerMessage.seq, seqs)))
    .orderBy(order)
  const nearest = rows.slice(0, limit)
  return { rows: isForward ? nearest : nearest.toReversed(), hasMore: rows.length > limit }
}

/** By the ids that messages of the thread quote each other by. */
export async function readByChatIds(
  db: Queryable,
  { entId, customerId }: { entId: EntId; customerId: CustomerId },
  chatIds: readonly string[],
): Promise<MessageRow[]> {
  if (chatIds.length === 0) return []
  const isOfThread = and(eq(customerMessage.entId, entId), eq(customerMessage.customerId, customerId))
  return selectMessages(db).where(and(isOfThread, inArray(message.chatId, [...new Set(chatIds)])))
}

export type MessageRow = Awaited<ReturnType<typeof selectMessages>>[number]

export function toMessage({ rating, ratingReason, correctedText, ...row }: MessageRow): CustomerMessage {
  const { customerName, agentName, source } = row
  const view = toCustomerMessage({ ...row, sender: { customerName, agentName, source } })
  if (!rating) return view
  return { ...view, feedback: { rating, reason: ratingReason as Feedback['reason'], correctedText } }
}
