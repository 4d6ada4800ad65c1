import type { CustomerId, EntId, MessageId, RelationId } from '@ruwu/contract'
import { and, asc, countDistinct, eq, gte, inArray, isNull } from 'drizzle-orm'
import type { CustomerKey } from '../../customer/customer-change.repo.ts'
import type { CustomerRow } from '../../customer/customer-change.ts'
import type { Queryable } from '../../db/database.ts'
import {
  agent,
  aiMemory,
  aiRunMessage,
  customer,
  customerMessage,
  enterprise,
  lead,
  session,
  turn,
} from '../../db/schema/index.ts'

/** Contact kinds that become leads. */
export const CONTACT_KINDS = ['phone', 'wechat'] as const

export async function findCustomer(
  db: Queryable,
  { entId, customerId }: CustomerKey,
): Promise<CustomerRow | undefined> {
  const [row] = await db
    .select()
    .from(customer)
    .where(and(eq(customer.entId, entId), eq(customer.id, customerId)))
  return row
}

/**
 * Seq of the first message of the current conversation. A conversation ends with its session (归档, a day of silence) and with
 * 转人工; messages not answered yet belong to it in any case.
 */
export async function findBoundary(
  db: Queryable,
  { entId, id, sessionId, lastInboundSeq }: CustomerRow,
): Promise<number> {
  const [found] = await db
    .select({ start: session.startSeq, unanswered: turn.startSeq, boundary: aiMemory.boundarySeq })
    .from(customer)
    .leftJoin(session, and(eq(session.entId, customer.entId), eq(session.id, customer.sessionId)))
    .leftJoin(turn, and(eq(turn.entId, session.entId), eq(turn.sessionId, session.id), isNull(turn.replyAt)))
    .leftJoin(aiMemory, and(eq(aiMemory.entId, customer.entId), eq(aiMemory.customerId, customer.id)))
    .where(and(eq(customer.entId, entId), eq(customer.id, id)))
  const begin = sessionId === null ? lastInboundSeq : (found?.start ?? 0)
  return Math.min(Math.max(begin, (found?.boundary ?? 0) + 1), found?.unanswered ?? lastInboundSeq)
}

/** The customer's phone and WeChat leads, oldest first. */
export const listContactLeads = (db: Queryable, entId: EntId, customerId: CustomerId) =>
  db
    .select({
      kind: lead.kind,
      value: lead.value,
      normalised: lead.normalised,
      state: lead.state,
      status: lead.status,
    })
    .from(lead)
    .where(and(eq(lead.entId, entId), eq(lead.customerId, customerId), inArray(lead.kind, [...CONTACT_KINDS])))
    .orderBy(asc(lead.createdAt))

/** Whether the current session has an unconfirmed possible WeChat id; those of older sessions do not count. */
export async function hasAmbiguousWechat(db: Queryable, { entId, id, sessionId }: CustomerRow): Promise<boolean> {
  if (sessionId === null) return false
  const isAmbiguous = and(eq(lead.state, 'ambiguous'), eq(lead.kind, 'wechat'), eq(lead.sessionId, sessionId))
  const rows = await db
    .select({ id: lead.id })
    .from(lead)
    .where(and(eq(lead.entId, entId), eq(lead.customerId, id), isAmbiguous))
    .limit(1)
  return rows.length > 0
}

export async function findMessageBySeq(
  db: Queryable,
  { entId, customerId }: CustomerKey,
  seq: number,
): Promise<{ id: MessageId; relationId: RelationId } | undefined> {
  const [row] = await db
    .select({ id: customerMessage.id, relationId: customerMessage.relationId })
    .from(customerMessage)
    .where(
      and(eq(customerMessage.entId, entId), eq(customerMessage.customerId, customerId), eq(customerMessage.seq, seq)),
    )
  return row
}

/** AI answers since the message with this seq, the answer that contains it included. */
export async function countAnswersSince(db: Queryable, { entId, id }: CustomerRow, seq: number): Promise<number> {
  const [row] = await db
    .select({ answers: countDistinct(aiRunMessage.runId) })
    .from(customerMessage)
    .innerJoin(
      aiRunMessage,
      and(eq(aiRunMessage.entId, customerMessage.entId), eq(aiRunMessage.messageId, customerMessage.id)),
    )
    .where(and(eq(customerMessage.entId, entId), eq(customerMessage.customerId, id), gte(customerMessage.seq, seq)))
  return row?.answers ?? 0
}

/** Names a welcome text may contain: of the enterprise, and of the agent who owns the customer. */
export async function readWelcomeNames(
  db: Queryable,
  { entId, agentId }: Pick<CustomerRow, 'entId' | 'agentId'>,
): Promise<{ enterprise: string; agent: string }> {
  const [row] = await db.select({ name: enterprise.name }).from(enterprise).where(eq(enterprise.id, entId))
  const [owner] = agentId
    ? await db
        .select({ name: agent.name })
        .from(agent)
        .where(and(eq(agent.entId, entId), eq(agent.id, agentId)))
    : []
  return { enterprise: row?.name ?? '', agent: owner?.name ?? '' }
}
