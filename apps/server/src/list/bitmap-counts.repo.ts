import { type CustomerFilter, SCOPE } from '@ruwu/contract'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { type Behind, behindRows, plus } from './filter-counts.ts'
import { type CountedRow, selectOptions, toOptionCounts } from './count.repo.ts'
import type { Options } from './list-conditions.repo.ts'
import { type Inquiry, withPicked } from './list-scope.repo.ts'
import { Blocks, inAll, notIn, setsOf, sizeOf, textArray } from './bitmap-index.repo.ts'
import { accountOf, SET } from './bitmap-keys.repo.ts'

type Found = {
  sums: Behind['options'] & Record<'otherArchive' | 'scope1' | 'scope2' | 'scope3', number>
  accounts: Record<string, number> | null
  touched: CountedRow[] | null
}

/** From the sets, and for who was touched since from themselves: in one statement, so that nobody is counted twice or not at all. */
export async function countSets(db: Queryable, inquiry: Inquiry): Promise<Behind> {
  const { entId, accounts } = inquiry
  const blocks = new Blocks(entId)
  const { rest, here, inAnyAccount, sums } = measures(inquiry, blocks)
  const sizes = Object.entries(sums).map(([name, set]) => sql`${sql.raw(`'${name}'`)}, ${sizeOf(set)}`)
  const accountKeys = accounts.map(({ id }) => SET.ofAccount(id))
  const { rows } = await db.execute<{ found: Found }>(sql`with ${blocks.tables()},
      rest as materialized (select b.*, ${rest} as rest from b),
      here as materialized (select b.*, ${here} as here, ${inAnyAccount} as fitting from rest b)
    select json_build_object(
      'sums', (select json_build_object(${sql.join(sizes, sql`, `)}) from here b),
      'accounts', (select json_object_agg(key, count) from (select a.key, ${sizeOf(sql`a.bits & b.fitting`)} as count
        from customer_set a join here b on b.block = a.block where a.ent_id = ${entId} and a.key = any(${textArray(accountKeys)}) group by a.key) a),
      'touched', (select json_agg(t) from (${selectOptions(inquiry, sql`select customer_id from touched`)}) t)) as found`)
  const found = rows[0]?.found as Found
  return plus(behindSets(found), behindRows((found.touched ?? []).map(toOptionCounts), inquiry))
}

const behindSets = ({ sums, accounts }: Found): Behind => ({
  options: sums,
  byAccount: new Map(Object.entries(accounts ?? {}).map(([key, count]) => [accountOf(key), count])),
  inScope: { 1: sums.scope1, 2: sums.scope2, 3: sums.scope3 },
  otherArchive: sums.otherArchive,
})

/** Every option leaves out what is asked in its own place. What all of them share is found once: `rest`, and `here` out of it. */
function measures(inquiry: Inquiry, blocks: Blocks) {
  const { filter, me } = inquiry
  const { inScope, inArchive, inAccounts, options, others } = setsOf(inquiry, blocks)
  const one = (key: SQL) => blocks.inAny([key])
  const but = (place?: keyof Options) => Object.entries(options).flatMap(([name, sets]) => (name === place ? [] : sets))
  const within = (of: Inquiry) => [
    sql`b.rest`,
    inScope(of.filter.scope),
    inArchive(of.filter.archive),
    ...inAccounts(of),
  ]
  const inOther = (picked: Partial<CustomerFilter>) => inAll([...within(withPicked(inquiry, picked)), ...but()])
  const inPlace = (place: keyof Options, set: SQL) => inAll([sql`b.here`, ...but(place), set])
  const ai = one(SET.ofType('ai_agent'))
  return {
    rest: inAll([blocks.everybody, ...others]),
    here: inAll(within(inquiry)),
    inAnyAccount: inOther({ source: undefined, subSourceId: undefined }),
    sums: {
      fitting: inAll([sql`b.here`, ...but()]),
      ai: inPlace('ai', ai),
      notAi: inPlace('ai', notIn(ai)),
      waiting: inPlace('waiting', one(SET.waiting)),
      unread: inPlace('unread', one(SET.unreadBy(me))),
      lead: inPlace('lead', one(SET.lead)),
      failed: inPlace('result', one(SET.withResult(2))),
      otherArchive: inOther({ archive: !filter.archive }),
      scope1: inOther({ scope: SCOPE.mine }),
      scope2: inOther({ scope: SCOPE.colleagues }),
      scope3: inOther({ scope: SCOPE.unassigned }),
    },
  }
}
