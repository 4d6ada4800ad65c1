import type { Content, CustomerId, EntId, MessageId, SenderKind } from '@ruwu/contract'
import { type ConditionFacts, messageTypeOf } from '@ruwu/domain'
import { and, desc, eq, gte, isNull } from 'drizzle-orm'
import type { CustomerRow } from '../../customer/customer-change.ts'
import { sameMessage } from '../../customer/customer-message.repo.ts'
import { visibleTo } from '../../customer/visibility.repo.ts'
import type { Queryable } from '../../db/database.ts'
import { customer, customerMessage, message, session } from '../../db/schema/index.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { readTimeZone } from '../enterprise/index.ts'

/** What conditions look at, for a customer and one message. */
export async function readFacts(
  db: Queryable,
  row: CustomerRow,
  content: { type: string; text?: string | undefined } | null,
  now: Date,
): Promise<ConditionFacts> {
  const sessions = await readSessions(db, row)
  return {
    source: row.source,
    relationId: row.relationId,
    message: content && { type: messageTypeOf(content), text: content.type === 'text' ? (content.text ?? '') : '' },
    tagIds: row.tagIds,
    receptionType: row.receptionType,
    agentId: row.agentId,
    isNew: sessions.count <= 1,
    isAd: row.byAd,
    hasLead: row.leadStatus !== null && row.leadStatus !== 'invalid',
    city: row.city,
    fields: row.fields,
    round: sessions.turns,
    now,
    timeZone: await readTimeZone(db, row.entId),
  }
}

/** The number of the customer's sessions, up to two, and the turns of the open one. */
async function readSessions(
  db: Queryable,
  { entId, id, sessionId }: CustomerRow,
): Promise<{ count: number; turns: number }> {
  const rows = await db
    .select({ id: session.id, turns: session.turns })
    .from(session)
    .where(and(eq(session.entId, entId), eq(session.customerId, id)))
    .orderBy(desc(session.startAt))
    .limit(2)
  return { count: rows.length, turns: rows.find((each) => each.id === sessionId)?.turns ?? 0 }
}

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
