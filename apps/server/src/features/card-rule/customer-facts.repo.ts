import type { CustomerId, EntId, ReceptionType, RelationId, SessionId, TagId } from '@ruwu/contract'
import { and, eq, sql } from 'drizzle-orm'
import { findContactRequest } from '../../customer/contact-request.repo.ts'
import type { Queryable } from '../../db/database.ts'
import { customer, session } from '../../db/schema/index.ts'
import { readTimeZone } from '../enterprise/index.ts'

export type CustomerKey = { entId: EntId; customerId: CustomerId }

export type CustomerFacts = CustomerKey & {
  relationId: RelationId
  receptionType: ReceptionType
  receptionEpoch: number
  tagIds: TagId[]
  sessionId: SessionId | null
  isBlocked: boolean
  lastInboundAt: Date | null
  lastInboundSeq: number
  contactAskedSeq: number
  /** Turns of the open session. */
  rounds: number
  hasLead: boolean
  timeZone: string
}

/** Locks the customer until commit against concurrent sends and reception changes. */
export async function lockFacts(db: Queryable, { entId, customerId }: CustomerKey): Promise<CustomerFacts | undefined> {
  const [row] = await db
    .select()
    .from(customer)
    .where(and(eq(customer.entId, entId), eq(customer.id, customerId)))
    .for('no key update')
  if (!row) return undefined
  const { relationId, receptionType, receptionEpoch, isBlocked, lastInboundAt, lastInboundSeq, contactAskedSeq } = row
  return {
    entId,
    customerId,
    relationId,
    receptionType,
    receptionEpoch,
    tagIds: row.tagIds,
    sessionId: row.sessionId,
    isBlocked,
    lastInboundAt,
    lastInboundSeq,
    contactAskedSeq,
    rounds: row.sessionId ? await countRounds(db, entId, row.sessionId) : 0,
    hasLead: hasContact(row) || (await hasSubmittedLeadCard(db, { entId, customerId })),
    timeZone: await readTimeZone(db, entId),
  }
}

async function countRounds(db: Queryable, entId: EntId, id: (typeof session.$inferSelect)['id']): Promise<number> {
  const [row] = await db
    .select({ turns: session.turns })
    .from(session)
    .where(and(eq(session.entId, entId), eq(session.id, id)))
  return row?.turns ?? 0
}

/** The customer has a lead that is not marked invalid. */
const hasContact = ({ leadStatus }: typeof customer.$inferSelect) => leadStatus !== null && leadStatus !== 'invalid'

/** Whether the customer ever submitted a lead card. */
async function hasSubmittedLeadCard(db: Queryable, { entId, customerId }: CustomerKey): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`select exists (
    select 1 from message m join customer_message c on c.ent_id = m.ent_id and c.customer_id = m.topic_id and c.seq = m.seq
    where m.ent_id = ${entId} and m.topic_id = ${customerId} and c.sender_kind = 'customer'
      and m.content->>'type' = 'link' and m.content->'extra'->>'cardType' = 'lead_form'
      and m.content->'extra'->>'state' = 'filled') as found`)
  return rows[0]?.found ?? false
}

/** Whether the AI or a person has asked for the contact since the customer's act; other rules for the act and 欢迎语 do not count. */
export async function wasAskedSince(
  db: Queryable,
  { entId, customerId, contactAskedSeq }: CustomerFacts,
  actSeq: number,
): Promise<boolean> {
  if (contactAskedSeq <= actSeq) return false
  const request = await findContactRequest(db, { entId, id: customerId, contactAskedSeq })
  if (!request || request.seq <= actSeq) return false
  return request.senderKind === 'ai' || request.senderKind === 'human'
}

export type Silent = { customerId: CustomerId; lastInboundSeq: number }

/**
 * Customers of an account or its sub-accounts with an open session whose last message is in the span, after the cursor `after`.
 */
export async function listSilent(
  db: Queryable,
  { entId, relationId }: { entId: EntId; relationId: RelationId },
  span: { from: Date; to: Date },
  { after, limit }: { after: CustomerId | null; limit: number },
): Promise<Silent[]> {
  const { rows } = await db.execute<{ id: string; seq: number }>(sql`
    select c.id, c.last_inbound_seq as seq from customer c join channel_account a on a.ent_id = c.ent_id and a.id = c.relation_id
    where c.ent_id = ${entId} and (a.id = ${relationId} or a.parent_id = ${relationId})
      and c.session_id is not null and c.last_message_at > ${span.from}
      and c.last_inbound_at > ${span.from} and c.last_inbound_at <= ${span.to}
      and (${after}::uuid is null or c.id > ${after}::uuid)
    order by c.id limit ${limit}`)
  return rows.map(({ id, seq }) => ({ customerId: id.replaceAll('-', '') as CustomerId, lastInboundSeq: seq }))
}
