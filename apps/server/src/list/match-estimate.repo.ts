import type { CustomerFilter, EntId } from '@ruwu/contract'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { SET_BLOCK } from '../db/schema/index.ts'
import { all, conditionsOf, isAmong, ownerCondition, seatOf } from './list-conditions.repo.ts'
import { type ListScope, isAcross } from './list-scope.repo.ts'
import { BitmapQuery, inAll, bitmapsFor, sizeOf } from './bitmap-index.repo.ts'

/**
 * Cost model: one id lookup costs as much as 12 rows of an ordered index scan; as 4 when each scanned row also needs its seat (the
 * unread filter).
 */
const LOOKUP_COST = 12
const LOOKUP_COST_WITH_SEAT = 4

/** More matches than this are never looked up by id. */
const LOOKUP_MAX = 2_000

type MatchEstimate = {
  /** Customers that match. */
  total: number
  /** Ids of all possible matches, where looking them up is cheaper than an ordered scan until the page is full. */
  few: SQL | undefined
}

/** Whether the filter is expected to match so many that an ordered scan fills a page soon. */
export function isBroad(filter: CustomerFilter): boolean {
  const {
    replyState,
    handoff,
    unread,
    offReason,
    receptionType,
    sendResult,
    tagIds,
    subSourceId,
    hasLead,
    ad,
    postponed,
  } = filter
  const narrow = [
    replyState,
    handoff,
    offReason,
    receptionType,
    sendResult === 2,
    tagIds?.length,
    subSourceId,
    hasLead && ad,
    postponed,
  ]
  return unread === undefined && !narrow.some(Boolean)
}

type Found = {
  known: number
  /** Rows an ordered scan would walk through. */
  passed: number
  touched: number
  /** Matching bits by block, one character per bit; null when there are more than LOOKUP_MAX. */
  blocks: Record<string, string> | null
  /** Customers changed since the bitmaps were refreshed; null when there are too many. */
  ids: string[] | null
}

/** Counts matches by bitmap, and decides between id lookup and ordered scan for a page of this size. */
export async function estimateMatches(db: Queryable, listScope: ListScope, limit: number): Promise<MatchEstimate> {
  const { entId, filter } = listScope
  const blocks = new BitmapQuery(listScope)
  const { inScope, inArchive, inAccounts, options, others } = bitmapsFor(listScope, blocks)
  const owner = ownerCondition(listScope)
  if (!owner) return { total: 0, few: undefined }
  const owned = inScope(filter.scope)
  // Several owners: the ordered scan walks all customers of the enterprise.
  const passed = [blocks.everybody, inArchive(filter.archive), ...(isAcross(listScope) ? [] : [owned])]
  const fitting = inAll([...passed, owned, ...inAccounts(listScope), ...Object.values(options).flat(), ...others])
  const { rows } = await db.execute<{ found: Found }>(sql`with ${blocks.tables()},
      fit as materialized (select b.block, ${fitting} as bits, ${inAll(passed)} as passed from b),
      size as materialized (select ${sizeOf(sql`bits`)} as known, ${sizeOf(sql`passed`)} as passed, (select count(*) from touched) as touched from fit)
    select json_build_object('known', s.known, 'passed', s.passed,
      'touched', (select count(*) from customer c ${filter.unread === undefined ? sql`` : seatOf(listScope)}
        where ${all([sql`c.ent_id = ${entId}`, isAmong(sql`select customer_id from touched`), owner, ...conditionsOf(listScope)])}),
      'blocks', (select json_object_agg(block, bits::text) from fit where s.known <= ${LOOKUP_MAX}::int and bit_count(bits) > 0),
      'ids', (select coalesce(json_agg(customer_id), '[]') from touched having s.touched <= ${LOOKUP_MAX}::int)) as found
    from size s`)
  const found = rows[0]?.found as Found
  const total = found.known + found.touched
  return { total, few: isLookupCheaper(filter, total, found.passed, limit) ? idsOf(entId, found) : undefined }
}

/** Undefined: too many to look up. */
function idsOf(entId: EntId, { known, blocks, ids }: Found): SQL | undefined {
  if (known > LOOKUP_MAX || ids === null) return undefined
  const numbers = Object.entries(blocks ?? {}).flatMap(([block, text]) => bitPositions(text, Number(block) * SET_BLOCK))
  return sql`select n.customer_id from customer_no n where n.ent_id = ${entId} and n.no = any(${sql.param(numbers)}::int[])
    union select unnest(${sql.param(ids)}::uuid[])`
}

/** An ordered scan reads until the page is full. */
function isLookupCheaper({ unread }: CustomerFilter, total: number, among: number, limit: number): boolean {
  const scanned = total === 0 ? among : Math.min(among, (limit * among) / total)
  return total * (unread === undefined ? LOOKUP_COST : LOOKUP_COST_WITH_SEAT) <= scanned
}

function bitPositions(text: string, first: number): number[] {
  const places: number[] = []
  for (let at = text.indexOf('1'); at !== -1; at = text.indexOf('1', at + 1)) places.push(first + at)
  return places
}
