import type { EntId } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import { numberBindings } from '../customer/tag-bindings.repo.ts'
import type { Database, Queryable } from '../db/database.ts'
import { SET_BLOCK } from '../db/schema/index.ts'
import { CUSTOMER_KEYS } from './bitmap-keys.repo.ts'

/** From this many changed customers on, evaluating them per query costs more than a refresh. */
const FOLD_SETS_AT = 300

/** Changes per transaction: creating an agent waits for its lock. */
const AT_ONCE = 5_000

/** Refreshes the bitmaps of enterprises with at least this many changed customers. */
export async function refreshBitmaps(db: Database, atLeast = FOLD_SETS_AT): Promise<void> {
  const { rows } = await db.sql.execute<{ ent_id: EntId }>(
    sql`select ent_id from customer_touched group by ent_id having count(*) >= ${atLeast}`,
  )
  for (const { ent_id: entId } of rows) {
    for (let taken = AT_ONCE; taken >= AT_ONCE;) taken = await db.transaction((tx) => refreshTouched(tx.sql, entId))
  }
}

/** Numbers customers that were added since the last refresh; true when more may be left. Within a transaction. */
export async function numberNewCustomers(db: Queryable, entId: EntId): Promise<boolean> {
  const isNew = sql`not exists (select 1 from customer_no n where n.ent_id = t.ent_id and n.customer_id = t.customer_id)`
  const { rows } = await db.execute(
    sql`select 1 from customer_touched t where t.ent_id = ${entId} and ${isNew} limit 1`,
  )
  if (rows.length === 0) return false
  await db.execute(sql`select customer_sets_alone(${entId}::uuid)`)
  const { rows: numbered } = await db.execute<{ count: number }>(sql`with added as (
      insert into customer_no (ent_id, customer_id, no)
      select c.ent_id, c.id, row_number() over (order by c.id)
        + coalesce((select max(n.no) from customer_no n where n.ent_id = ${entId}), -1)
      from customer c where c.ent_id = ${entId} and c.id in (
        select distinct t.customer_id from customer_touched t where t.ent_id = ${entId} and ${isNew} limit ${AT_ONCE})
      returning customer_id, no
    ), tagged as (${numberBindings(entId)})
    select count(*)::int as count from added`)
  return numbered[0]?.count === AT_ONCE
}

const place = (no: string) => sql.raw(`${no} % ${SET_BLOCK}`)
const block = (no: string) => sql.raw(`${no} / ${SET_BLOCK}`)

/**
 * Within a transaction. Deleting the marks and reading the customers is one statement (one snapshot): a concurrent change leaves a mark
 * that this statement does not see, and a concurrent count sees either the mark or the new bitmaps.
 */
export async function refreshTouched(db: Queryable, entId: EntId): Promise<number> {
  await db.execute(sql`select customer_sets_alone(${entId}::uuid)`)
  const { rows } = await db.execute<{ taken: number }>(sql`with taken as (
      delete from customer_touched t
      where t.ctid = any(array(select ctid from customer_touched where ent_id = ${entId} limit ${AT_ONCE})) returning t.customer_id
    ), known as materialized (
      select w.customer_id, n.no from (select distinct customer_id from taken) w
        left join customer_no n on n.ent_id = ${entId} and n.customer_id = w.customer_id
    ), added as (
      insert into customer_no (ent_id, customer_id, no)
      select c.ent_id, c.id, row_number() over (order by c.id)
        + coalesce((select max(n.no) from customer_no n where n.ent_id = ${entId}), -1)
      from known k join customer c on c.ent_id = ${entId} and c.id = k.customer_id where k.no is null
      returning customer_id, no
    ), tagged as (${numberBindings(entId)}), touched as materialized (
      select customer_id, no from known where no is not null union all select customer_id, no from added
    ), mine as (
      select f.key, ${block('t.no')} as block, customer_bits(array_agg(${place('t.no')})) as bits
      from touched t join customer c on c.ent_id = ${entId} and c.id = t.customer_id, unnest(${CUSTOMER_KEYS}) f(key)
      where f.key is not null group by 1, 2
    ), others as (
      select s.key, s.block, s.bits & (~h.bits) as bits
      from (select ${block('no')} as block, customer_bits(array_agg(${place('no')})) as bits from touched group by 1) h
        join customer_set s on s.ent_id = ${entId} and s.block = h.block
    ), stored as (
      insert into customer_set as s (ent_id, key, block, bits)
      select ${entId}, key, block, bit_or(bits) from (select * from mine union all select * from others) e group by key, block
      on conflict (ent_id, key, block) do update set bits = excluded.bits where s.bits <> excluded.bits
    )
    select count(*)::int as taken from taken`)
  return rows[0]?.taken ?? 0
}
