import { type CustomerFilter, SCOPE } from '@ruwu/contract'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { type FilterCounts, countRows, plus, withAll } from './filter-counts.ts'
import { type CountedRow, selectOptions, toOptionCounts } from './count.repo.ts'
import { isAmong, type Options } from './list-conditions.repo.ts'
import { type ListScope, withFilter } from './list-scope.repo.ts'
import { BitmapQuery, inAll, NONE, notIn, bitmapsFor, sizeOf, textArray } from './bitmap-index.repo.ts'
import { accountOf, BITMAP_KEY } from './bitmap-keys.repo.ts'

type Found = {
  sums: FilterCounts['options'] & Record<'otherArchive' | 'scope1' | 'scope2' | 'scope3', number>
  accounts: Record<string, number> | null
  touched: CountedRow[] | null
}

/** Counts by bitmap, and changed customers from their rows: one statement (one snapshot), so that none is counted twice or missed. */
export async function countByBitmap(db: Queryable, listScope: ListScope): Promise<FilterCounts> {
  const { entId, accounts } = listScope
  const blocks = new BitmapQuery(listScope)
  const { rest, here, inAnyAccount, sums } = measures(listScope, blocks)
  const sizes = Object.entries(sums).map(([name, set]) => sql`${sql.raw(`'${name}'`)}, ${sizeOf(set)}`)
  const accountKeys = accounts.map(({ id }) => BITMAP_KEY.ofAccount(id))
  const { rows } = await db.execute<{ found: Found }>(sql`with ${blocks.tables()},
      rest as materialized (select b.*, ${rest} as rest from b),
      here as materialized (select b.*, ${here} as here, ${inAnyAccount} as fitting from rest b)
    select json_build_object(
      'sums', (select json_build_object(${sql.join(sizes, sql`, `)}) from here b),
      'accounts', (select json_object_agg(key, count) from (select a.key, ${sizeOf(sql`a.bits & b.fitting`)} as count
        from customer_set a join here b on b.block = a.block where a.ent_id = ${entId} and a.key = any(${textArray(accountKeys)}) group by a.key) a),
      'touched', (select json_agg(t) from (${selectOptions(listScope, isAmong(sql`select customer_id from touched`))}) t)) as found`)
  const found = rows[0]?.found as Found
  return plus(countsFromBitmaps(found), countRows((found.touched ?? []).map(toOptionCounts), listScope))
}

const countsFromBitmaps = ({ sums, accounts }: Found): FilterCounts => ({
  options: sums,
  byAccount: new Map(Object.entries(accounts ?? {}).map(([key, count]) => [accountOf(key), count])),
  inScope: withAll({ 1: sums.scope1, 2: sums.scope2, 3: sums.scope3 }),
  otherArchive: sums.otherArchive,
})

/** Each option's count ignores the filter of that option. Shared intersections are computed once: `rest`, then `here`. */
function measures(listScope: ListScope, blocks: BitmapQuery) {
  const { filter, me } = listScope
  const { inScope, inArchive, inAccounts, options, others } = bitmapsFor(listScope, blocks)
  const one = (key: SQL) => blocks.inAny([key])
  const but = (place?: keyof Options) => Object.entries(options).flatMap(([name, sets]) => (name === place ? [] : sets))
  const within = (asked: ListScope) => [
    sql`b.rest`,
    inScope(asked.filter.scope),
    inArchive(asked.filter.archive),
    ...inAccounts(asked),
  ]
  const inOther = (picked: Partial<CustomerFilter>) => inAll([...within(withFilter(listScope, picked)), ...but()])
  const inPlace = (place: keyof Options, set: SQL) => inAll([sql`b.here`, ...but(place), set])
  const ai = one(BITMAP_KEY.ofType('ai_agent'))
  return {
    rest: inAll([blocks.everybody, ...others]),
    here: inAll(within(listScope)),
    inAnyAccount: inOther({ source: undefined, subSourceId: undefined }),
    sums: {
      fitting: inAll([sql`b.here`, ...but()]),
      ai: inPlace('ai', ai),
      notAi: inPlace('ai', notIn(ai)),
      waiting: inPlace('waiting', one(BITMAP_KEY.waiting)),
      handoff: inPlace('handoff', one(BITMAP_KEY.handoff)),
      unread: inPlace('unread', one(BITMAP_KEY.unreadBy(me))),
      lead: inPlace('lead', one(BITMAP_KEY.lead)),
      failed: inPlace('result', one(BITMAP_KEY.withResult(2))),
      postponed: inPlace('postponed', NONE),
      otherArchive: inOther({ archive: !filter.archive }),
      scope1: inOther({ scope: SCOPE.mine }),
      scope2: inOther({ scope: SCOPE.colleagues }),
      scope3: inOther({ scope: SCOPE.unassigned }),
    },
  }
}
