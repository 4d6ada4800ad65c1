import type { CustomerId, EntId, LeadId, LeadKind, RelationId } from '@ruwu/contract'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { array } from '../../db/rows.ts'
import { lead } from '../../db/schema/index.ts'
import type { LeadRow } from '../../customer/index.ts'

/** The leads of these customers, oldest first. */
export async function listLeadsOf(
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

export const contactName = ({ entId, kind, normalised }: ContactKey) => `${entId} ${kind} ${normalised}`

export type FirstHolder = { id: LeadId; customerId: CustomerId; relationId: RelationId }

/**
 * Whoever gave these contacts before, first ones first. Each value is held until commit, in one order for all, so that of two
 * customers who give the same at once the second sees the first.
 */
export async function lockHolders(db: Queryable, keys: readonly ContactKey[]): Promise<Map<string, FirstHolder[]>> {
  const names = [...new Set(keys.map(contactName))].toSorted()
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
    holders.get(contactName(row))?.push({ id, customerId, relationId })
  }
  return holders
}

const hex = (column: string) => sql.raw(`replace(${column}::text, '-', '')`)
