import {
  type CustomerId,
  type EntId,
  LEAD_DUPS_SHOWN,
  LEAD_REPEATS_SHOWN,
  type LeadId,
  type LeadKind,
  type LeadStatus,
  type MessageId,
  type RelationId,
} from '@ruwu/contract'
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { LeadRow } from '../../customer/additions.ts'
import { visibleBy, visibleTo } from '../../customer/visibility.repo.ts'
import type { Queryable } from '../../db/database.ts'
import { shownPage } from '../../db/paging.ts'
import { array } from '../../db/rows.ts'
import { agent, customer, customerMessage, lead } from '../../db/schema/index.ts'
import type { Caller } from '../../platform/http/caller.ts'

const later = alias(lead, 'later')

const isLeadCustomer = and(eq(customer.entId, lead.entId), eq(customer.id, lead.customerId))

const hex = (column: string) => sql.raw(`replace(${column}::text, '-', '')`)

/** The leads of these customers, oldest first. */
export async function listLeadsOfCustomers(
  db: Queryable,
  customers: readonly { entId: EntId; id: CustomerId }[],
): Promise<LeadRow[]> {
  const entIds = [...new Set(customers.map((each) => each.entId))]
  const ids = [...new Set(customers.map((each) => each.id))]
  if (ids.length === 0) return []
  return db
    .select()
    .from(lead)
    .where(and(inArray(lead.entId, entIds), inArray(lead.customerId, ids)))
    .orderBy(asc(lead.createdAt), asc(lead.id))
}

export async function findLead(db: Queryable, entId: EntId, id: LeadId): Promise<LeadRow | undefined> {
  const [row] = await db
    .select()
    .from(lead)
    .where(and(eq(lead.entId, entId), eq(lead.id, id)))
  return row
}

export type ContactKey = { entId: EntId; kind: LeadKind; normalised: string }

export const contactKeyText = ({ entId, kind, normalised }: ContactKey) => `${entId} ${kind} ${normalised}`

export type FirstHolder = { id: LeadId; customerId: CustomerId; relationId: RelationId }

/**
 * Customers who gave these contacts first, oldest first. Takes an advisory lock per value until commit, in sorted order: of two
 * transactions that record the same contact concurrently the second sees the first, and two can't deadlock.
 */
export async function lockFirstHolders(
  db: Queryable,
  keys: readonly ContactKey[],
): Promise<Map<string, FirstHolder[]>> {
  const names = [...new Set(keys.map(contactKeyText))].toSorted()
  if (names.length === 0) return new Map()
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(name, 0))
    from unnest(${sql.param(names)}::text[]) with ordinality as k(name, n) order by n`)
  const { rows } = await db.execute<
    Record<'entId' | 'kind' | 'normalised' | 'id' | 'customerId' | 'relationId', string>
  >(sql`
    select ${hex('l.ent_id')} as "entId", l.kind, l.normalised, ${hex('l.id')} as id, ${hex('l.customer_id')} as "customerId",
      ${hex('l.relation_id')} as "relationId"
    from unnest(${array(keys, (key) => key.entId)}::uuid[], ${array(keys, (key) => key.kind)}::text[],
        ${array(keys, (key) => key.normalised)}::text[]) as k(ent_id, kind, normalised)
      join lead l using (ent_id, kind, normalised)
    where l.dup_of is null and l.state = 'valid' order by l.created_at, l.id`)
  const holders = new Map<string, FirstHolder[]>(names.map((name) => [name, []]))
  for (const row of rows as unknown as (ContactKey & FirstHolder)[]) {
    const { id, customerId, relationId } = row
    holders.get(contactKeyText(row))?.push({ id, customerId, relationId })
  }
  return holders
}

const first = alias(lead, 'first')
const holder = alias(customer, 'holder')

/** Leads joined with their customer, the seq of their message and the first holder of the same contact. */
const selectLeads = (db: Queryable) =>
  db
    .select({
      lead,
      messageSeq: customerMessage.seq,
      holder: {
        id: holder.id,
        name: holder.name,
        remark: holder.remark,
        agentId: holder.agentId,
        relationId: holder.relationId,
      },
      holderAgentName: agent.name,
    })
    .from(lead)
    .innerJoin(customer, isLeadCustomer)
    .leftJoin(customerMessage, and(eq(customerMessage.entId, lead.entId), eq(customerMessage.id, lead.messageId)))
    .leftJoin(first, and(eq(first.entId, lead.entId), eq(first.id, lead.dupOf)))
    .leftJoin(holder, and(eq(holder.entId, first.entId), eq(holder.id, first.customerId)))
    .leftJoin(agent, and(eq(agent.entId, holder.entId), eq(agent.id, holder.agentId)))

export type SelectedLead = Awaited<ReturnType<typeof selectLeads>>[number]

export const selectLead = (db: Queryable, entId: EntId, id: LeadId): Promise<SelectedLead[]> =>
  selectLeads(db).where(and(eq(lead.entId, entId), eq(lead.id, id)))

/** One page, newest first, limited by the caller's visibility filter; a page beyond the end returns the last one. */
export async function pageLeads(
  db: Queryable,
  caller: Caller,
  filter: { customerId?: CustomerId | undefined; status?: LeadStatus | undefined; page: number; pageSize: number },
): Promise<{ rows: SelectedLead[]; total: number; page: number }> {
  const { customerId, status, pageSize } = filter
  const where = and(
    eq(lead.entId, caller.entId),
    customerId && eq(lead.customerId, customerId),
    status && eq(lead.status, status),
    isNull(customer.erasedAt),
    visibleTo(caller),
  )
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(lead)
    .innerJoin(customer, isLeadCustomer)
    .where(where)
  const total = counted?.total ?? 0
  const page = shownPage(total, filter)
  const rows = await selectLeads(db)
    .where(where)
    .orderBy(desc(lead.createdAt), desc(lead.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return { rows, total, page }
}

/** Whether the message belongs to the customer's thread. */
export async function isInThread(
  db: Queryable,
  { entId, id: customerId }: { entId: EntId; id: CustomerId },
  id: MessageId,
): Promise<boolean> {
  const found = await db
    .select({ seq: customerMessage.seq })
    .from(customerMessage)
    .where(
      and(eq(customerMessage.entId, entId), eq(customerMessage.id, id), eq(customerMessage.customerId, customerId)),
    )
  return found.length > 0
}

/** A customer with the same contact, and the agent who owns it. */
export type DuplicateHolder = { id: CustomerId; name: string; remark: string; agentName: string | null }

type Duplicate = DuplicateHolder & { dupOf: LeadId; total: number }

/** The first customers who gave each contact later, oldest first, and how many there are, limited by the caller's visibility filter. */
export async function listDuplicates(db: Queryable, caller: Caller, ids: readonly LeadId[]): Promise<Duplicate[]> {
  if (ids.length === 0) return []
  const isLater = and(
    eq(later.entId, caller.entId),
    sql`${later.dupOf} = k.id`,
    visibleBy(caller, later.ownerId, later.relationId),
  )
  const { rows } = await db.execute<Duplicate>(sql`
    select ${hex('k.id')} as "dupOf", ${hex('c.id')} as id, c.name, c.remark, a.name as "agentName", d.total
    from unnest(${array(ids, (id) => id)}::uuid[]) as k(id), lateral (
      select later.customer_id, later.created_at, later.id, count(*) over ()::int as total
      from ${lead} later where ${isLater} order by later.created_at, later.id limit ${LEAD_DUPS_SHOWN}) as d
      join customer c on c.ent_id = ${caller.entId} and c.id = d.customer_id
      left join agent a on a.ent_id = c.ent_id and a.id = c.agent_id
    order by k.id, d.created_at, d.id`)
  return rows
}

type Repeat = { leadId: LeadId; messageId: MessageId; messageSeq: number; at: Date }

/** The newest messages that repeated each lead. */
export async function listRepeats(db: Queryable, entId: EntId, ids: readonly LeadId[]): Promise<Repeat[]> {
  if (ids.length === 0) return []
  const { rows } = await db.execute<Omit<Repeat, 'at'> & { at: string }>(sql`
    select ${hex('k.id')} as "leadId", ${hex('r.message_id')} as "messageId", r.seq as "messageSeq", r.at
    from unnest(${array(ids, (id) => id)}::uuid[]) as k(id), lateral (
      select r.message_id, m.seq, r.at from lead_repeat r
        join customer_message m on m.ent_id = r.ent_id and m.id = r.message_id
      where r.ent_id = ${entId} and r.lead_id = k.id order by m.seq desc limit ${LEAD_REPEATS_SHOWN}) as r`)
  return rows.map((row) => ({ ...row, at: new Date(row.at) }))
}
