import type { TagId } from '@ruwu/contract'
import { and, eq, gte, sql } from 'drizzle-orm'
import { visibleTo } from '../customer/visibility.repo.ts'
import type { Queryable } from '../db/database.ts'
import { customer, customerTag } from '../db/schema/index.ts'
import type { Caller } from '../platform/http/caller.ts'
import { BitmapQuery, sizeOf } from './bitmap-index.repo.ts'
import { seesAll, visibleBits } from './visible-bits.repo.ts'

export type TagCounts = Record<'customers' | 'added' | 'all', ReadonlyMap<TagId, number>>

/** Per tag, within the caller's customer scope: the number of customers, and of bindings since `since`. `all` is beyond the scope. */
export async function countByTag(db: Queryable, caller: Caller, since: Date): Promise<TagCounts> {
  const [customers, added, all] = await Promise.all([
    countHolders(db, caller),
    countBoundSince(db, caller, since),
    seesAll(caller) ? undefined : countHolders(db, { ...caller, customerScope: 'all', accountScope: null }),
  ])
  return { customers, added, all: all ?? customers }
}

/** From the bitmaps, and changed customers from their rows, in one statement (one snapshot). */
async function countHolders(db: Queryable, caller: Caller): Promise<Map<TagId, number>> {
  const { entId } = caller
  const blocks = new BitmapQuery({ entId, postponed: [] })
  const visible = visibleBits(blocks, caller)
  const { rows } = await db.execute<{ id: string; count: number }>(sql`with ${blocks.tables()},
      seen as materialized (select b.block, ${visible} as bits from b)
    select id, sum(count)::int as count from (
      select substr(s.key, 5) as id, ${sizeOf(sql`s.bits & b.bits`)} as count from customer_set s join seen b on b.block = s.block
      where s.ent_id = ${entId} and s.key >= 'tag:' and s.key < 'tag;' group by s.key
      union all
      select t.id::text, count(*) from customer cross join unnest(customer.tag_ids) as t(id)
      where customer.ent_id = ${entId} and customer.id in (select customer_id from touched) and ${visibleTo(caller) ?? sql`true`}
      group by 1
    ) counted group by id`)
  return new Map(rows.map(({ id, count }) => [id.replaceAll('-', '') as TagId, count]))
}

async function countBoundSince(db: Queryable, caller: Caller, since: Date): Promise<Map<TagId, number>> {
  const visible = visibleTo(caller)
  const counted = db.select({ id: customerTag.tagId, count: sql<number>`count(*)::int` }).from(customerTag)
  const scoped = visible
    ? counted.innerJoin(
        customer,
        and(eq(customer.entId, customerTag.entId), eq(customer.id, customerTag.customerId), visible),
      )
    : counted
  const rows = await scoped
    .where(and(eq(customerTag.entId, caller.entId), gte(customerTag.boundAt, since)))
    .groupBy(customerTag.tagId)
  return new Map(rows.map(({ id, count }) => [id, count]))
}
