import { type CustomerId, type EntId, LEAD_REPEATS_SHOWN, type LeadId, type MessageId } from '@ruwu/contract'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { array } from '../../db/rows.ts'
import { agent, customer, lead } from '../../db/schema/index.ts'
import type { Caller } from '../auth/index.ts'
import { visibleTo } from '../../customer/index.ts'

/** Somebody who gave the same contact, and whose they are. */
export type SamePerson = { id: CustomerId; name: string; remark: string; agentName: string | null }

/** Who gave the contacts of these leads later, as far as the caller may see them, oldest first. */
export async function listDups(db: Queryable, caller: Caller, ids: readonly LeadId[]) {
  if (ids.length === 0) return []
  return db
    .select({
      dupOf: lead.dupOf,
      id: customer.id,
      name: customer.name,
      remark: customer.remark,
      agentName: agent.name,
    })
    .from(lead)
    .innerJoin(customer, and(eq(customer.entId, lead.entId), eq(customer.id, lead.customerId)))
    .leftJoin(agent, and(eq(agent.entId, customer.entId), eq(agent.id, customer.agentId)))
    .where(and(eq(lead.entId, caller.entId), inArray(lead.dupOf, [...ids]), visibleTo(caller)))
    .orderBy(asc(lead.createdAt), asc(lead.id))
}

type Repeat = { leadId: LeadId; messageId: MessageId; messageSeq: number; at: Date }

/** The messages in which they were said again, the newest few of each. */
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

const hex = (column: string) => sql.raw(`replace(${column}::text, '-', '')`)
