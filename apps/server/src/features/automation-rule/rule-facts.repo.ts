import type { Content, CustomerId, EntId, MessageId, SenderKind } from '@ruwu/contract'
import { and, desc, eq, gte, isNull } from 'drizzle-orm'
import { sameMessage } from '../../customer/customer-message.repo.ts'
import { visibleTo } from '../../customer/visibility.repo.ts'
import type { Queryable } from '../../db/database.ts'
import { customer, customerMessage, message } from '../../db/schema/index.ts'
import type { Caller } from '../../platform/http/caller.ts'

const SAMPLE_COLUMNS = {
  row: customer,
  messageId: customerMessage.id,
  content: message.content,
  at: message.createdAt,
}

const selectMessages = (db: Queryable) =>
  db
    .select(SAMPLE_COLUMNS)
    .from(customerMessage)
    .innerJoin(message, sameMessage)
    .innerJoin(customer, and(eq(customer.entId, customerMessage.entId), eq(customer.id, customerMessage.customerId)))

/** The newest messages of customers whom the caller may see, each with its customer. */
export const listRecentMessages = (db: Queryable, caller: Caller, { since, limit }: { since: Date; limit: number }) =>
  selectMessages(db)
    .where(
      and(
        eq(customerMessage.entId, caller.entId),
        eq(customerMessage.senderKind, 'customer'),
        isNull(customer.erasedAt),
        gte(customer.lastMessageAt, since),
        eq(customerMessage.seq, customer.lastInboundSeq),
        visibleTo(caller),
      ),
    )
    .orderBy(desc(customer.lastMessageAt))
    .limit(limit)

/** A message of a customer whom the caller may see. */
export async function findMessage(db: Queryable, caller: Caller, id: MessageId) {
  const [found] = await selectMessages(db).where(
    and(
      eq(customerMessage.entId, caller.entId),
      eq(customerMessage.id, id),
      isNull(customer.erasedAt),
      visibleTo(caller),
    ),
  )
  return found
}

/** The message that an event is about; undefined without one, or once it is recalled. */
export async function readEventMessage(
  db: Queryable,
  { entId, customerId }: { entId: EntId; customerId: CustomerId },
  { seq, messageId }: { seq?: number; messageId?: string },
): Promise<{ content: Content; senderKind: SenderKind } | undefined> {
  if (seq === undefined && messageId === undefined) return undefined
  const [row] = await db
    .select({ content: message.content, senderKind: customerMessage.senderKind })
    .from(customerMessage)
    .innerJoin(message, sameMessage)
    .where(
      and(
        eq(customerMessage.entId, entId),
        eq(customerMessage.customerId, customerId),
        seq === undefined ? undefined : eq(customerMessage.seq, seq),
        messageId === undefined ? undefined : eq(customerMessage.id, messageId as MessageId),
        eq(message.isRecalled, false),
      ),
    )
  return row
}
