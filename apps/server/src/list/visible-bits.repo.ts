import type { CustomerId, EntId, RelationId, TagId } from '@ruwu/contract'
import { type SQL, sql } from 'drizzle-orm'
import { visibleTo } from '../customer/visibility.repo.ts'
import type { Queryable } from '../db/database.ts'
import { SET_BLOCK } from '../db/schema/index.ts'
import type { Caller } from '../platform/http/caller.ts'
import { BITMAP_KEY } from './bitmap-keys.repo.ts'
import { BitmapQuery, inAll } from './bitmap-index.repo.ts'

export const seesAll = ({ customerScope, accountScope }: Caller) => customerScope === 'all' && accountScope === null

/** The authorisation rule of `seesCustomer` on bitmaps. */
export function visibleBits(blocks: BitmapQuery, caller: Caller): SQL {
  if (seesAll(caller)) return blocks.everybody
  const { agentId, customerScope, accountScope } = caller
  const mine = blocks.inAny([BITMAP_KEY.ofOwner(agentId)])
  const others = [
    ...(customerScope === 'all' ? [] : [blocks.inAny([BITMAP_KEY.unassigned])]),
    ...(accountScope === null ? [] : [blocks.inAny(accountScope.map(BITMAP_KEY.ofAccount))]),
  ]
  return inAll([blocks.everybody, sql`(${mine} | ${inAll(others)})`])
}

/** A block of a bitmap from its first number on, or one changed customer, whose number may be missing. */
type Bits = { no: number | null; bits: Buffer | null; id: CustomerId | null }

const FIRST_NO = sql`b.block * ${sql.raw(String(SET_BLOCK))} as no`
const CHANGED = sql`from customer left join customer_no n on n.ent_id = customer.ent_id and n.customer_id = customer.id`
const isChanged = ({ entId }: Pick<Caller, 'entId'>): SQL =>
  sql`customer.ent_id = ${entId} and customer.id in (select customer_id from touched) and customer.erased_at is null`
const CUSTOMER_ID = sql`replace(customer.id::text, '-', '')`

/** What `bit_send` writes before the bits: their number. */
const HEAD_BYTES = 4

function eachNumber({ no, bits }: Bits, take: (no: number) => void): void {
  if (no === null) return
  if (!bits) return take(no)
  for (let at = HEAD_BYTES; at < bits.length; at += 1)
    for (let byte = bits[at]!, bit = 0; byte !== 0; byte = (byte << 1) & 0xff, bit += 1)
      if (byte & 0x80) take(no + (at - HEAD_BYTES) * 8 + bit)
}

/** Customers: 1 at the number of each, and the ids of those without one. */
export type VisibleCustomers = { numbers: Uint8Array; unnumbered: ReadonlySet<CustomerId> }

type Chosen = { tagIds: readonly TagId[]; relationIds: readonly RelationId[] | undefined }

/**
 * Customers that the caller may see, with one of the tags if there are any. From the bitmaps, and changed customers from their rows, in one
 * statement (one snapshot).
 */
export async function readVisible(
  db: Queryable,
  caller: Caller,
  { tagIds, relationIds }: Chosen,
): Promise<VisibleCustomers> {
  const blocks = new BitmapQuery({ entId: caller.entId, postponed: [] })
  const bits = inAll([
    visibleBits(blocks, caller),
    ...(tagIds.length > 0 ? [blocks.inAny(tagIds.map(BITMAP_KEY.tagged))] : []),
    ...(relationIds ? [blocks.inAny(relationIds.map(BITMAP_KEY.ofAccount))] : []),
  ])
  const conditions = [
    isChanged(caller),
    visibleTo(caller) ?? sql`true`,
    tagIds.length > 0 ? sql`customer.tag_ids && ${sql.param(tagIds)}::uuid[]` : sql`true`,
    relationIds ? sql`customer.relation_id = any(${sql.param(relationIds)}::uuid[])` : sql`true`,
  ]
  const { rows } = await db.execute<Bits>(sql`with ${blocks.tables()}
    select ${FIRST_NO}, bit_send(${bits}) as bits, null as id from b
    union all select n.no, null, ${CUSTOMER_ID} ${CHANGED} where ${sql.join(conditions, sql` and `)}`)
  const size = rows.reduce((most, row) => Math.max(most, (row.no ?? 0) + (row.bits ? SET_BLOCK : 1)), 0)
  const numbers = new Uint8Array(size)
  for (const row of rows)
    eachNumber(row, (no) => {
      numbers[no] = 1
    })
  return { numbers, unnumbered: new Set(rows.flatMap(({ no, id }) => (no === null && id ? [id] : []))) }
}

/** Ids of customers that are no more than `most`; undefined: they are more. */
export async function idsOfFew(
  db: Queryable,
  entId: EntId,
  { numbers, unnumbered }: VisibleCustomers,
  most: number,
): Promise<CustomerId[] | undefined> {
  const found: number[] = []
  for (let no = numbers.indexOf(1); no !== -1 && found.length <= most; no = numbers.indexOf(1, no + 1)) found.push(no)
  if (found.length + unnumbered.size > most) return undefined
  const { rows } = await db.execute<{ id: CustomerId }>(sql`select replace(customer_id::text, '-', '') as id
    from customer_no where ent_id = ${entId} and no = any(${sql.param(found)}::int[])`)
  return [...unnumbered, ...rows.map(({ id }) => id)]
}

/** Customers by tag: numbers, which are not put into a list because there are millions of them, and the ids of those without one. */
export async function readTagged(
  db: Queryable,
  { entId }: Pick<Caller, 'entId'>,
): Promise<Map<TagId, { eachNumber: (take: (no: number) => void) => void; ids: CustomerId[] }>> {
  const blocks = new BitmapQuery({ entId, postponed: [] })
  const { rows } = await db.execute<Bits & { tagId: TagId }>(sql`with ${blocks.tables()}
    select replace(substr(s.key, 5), '-', '') as "tagId", ${FIRST_NO}, bit_send(s.bits & ${blocks.everybody}) as bits, null as id
    from customer_set s join b on b.block = s.block where s.ent_id = ${entId} and s.key >= 'tag:' and s.key < 'tag;'
    union all select replace(t.id::text, '-', ''), n.no, null, ${CUSTOMER_ID} ${CHANGED}
      cross join unnest(customer.tag_ids) as t(id) where ${isChanged({ entId })}`)
  const byTag = Map.groupBy(rows, ({ tagId }) => tagId)
  return new Map(
    [...byTag].map(([tagId, bits]) => [
      tagId,
      {
        eachNumber: (take) => bits.forEach((row) => eachNumber(row, take)),
        ids: bits.flatMap(({ no, id }) => (no === null && id ? [id] : [])),
      },
    ]),
  )
}
