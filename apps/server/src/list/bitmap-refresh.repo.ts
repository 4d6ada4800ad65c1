import type { EntId } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import type { Database, Queryable } from '../db/database.ts'
import { SET_BLOCK } from '../db/schema/index.ts'
import { keysOfCustomer } from './bitmap-keys.repo.ts'

/** From so many changes on, looking at who was touched costs more than making the sets anew. */
const FOLD_SETS_AT = 300

/** So many changes are folded in at once: new agents wait for it. */
const AT_ONCE = 5_000

/** Brings the sets of enterprises up to date in which at least so much was touched. */
export async function foldSets(db: Database, atLeast = FOLD_SETS_AT): Promise<void> {
  const { rows } = await db.sql.execute<{ ent_id: EntId }>(
    sql`select ent_id from customer_touched group by ent_id having count(*) >= ${atLeast}`,
  )
  for (const { ent_id: entId } of rows) {
    for (let taken = AT_ONCE; taken >= AT_ONCE;) taken = await db.transaction((tx) => foldTouched(tx.sql, entId))
  }
}

const place = (no: string) => sql.raw(`${no} % ${SET_BLOCK}`)
const block = (no: string) => sql.raw(`${no} / ${SET_BLOCK}`)

/**
 * Within a transaction. The marks are taken away and the customers looked at in one statement: whoever is changed meanwhile leaves a mark
 * that this one does not see, and whoever counts meanwhile finds either the mark or the new sets.
 */
export async function foldTouched(db: Queryable, entId: EntId): Promise<number> {
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
    ), touched as materialized (
      select customer_id, no from known where no is not null union all select customer_id, no from added
    ), mine as (
      select f.key, ${block('t.no')} as block, customer_bits(array_agg(${place('t.no')})) as bits
      from touched t join customer c on c.ent_id = ${entId} and c.id = t.customer_id, unnest(${keysOfCustomer}) f(key)
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
