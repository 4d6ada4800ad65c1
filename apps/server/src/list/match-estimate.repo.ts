import type { CustomerFilter, EntId } from '@ruwu/contract'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { SET_BLOCK } from '../db/schema/index.ts'
import { all, conditionsOf, isAmong, ownerCondition, seatOf } from './list-conditions.repo.ts'
import { type Inquiry, isAcross } from './list-scope.repo.ts'
import { Blocks, inAll, setsOf, sizeOf } from './bitmap-index.repo.ts'

/** Picking out a customer takes as long as passing so many by who are read in their order; */
const PICKING_COST = 12

/** and as so many whose seat has to be looked up for it. */
const PICKING_COST_SEATED = 4

/** More are never picked out. */
const PICKED_MOST = 2_000

type Fitting = {
  /** How many fit. */
  total: number
  /** The ids of everybody who can fit, where picking them out takes less than going through the list in its order until a page is full. */
  few: SQL | undefined
}

/** Whether so many may be expected to fit that nobody has to be picked out. */
export function isBroad(filter: CustomerFilter): boolean {
  const { replyState, unread, offReason, receptionType, sendResult, tagIds, subSourceId, hasLead, ad } = filter
  const narrow = [replyState, offReason, receptionType, sendResult === 2, tagIds?.length, subSourceId, hasLead && ad]
  return unread === undefined && !narrow.some(Boolean)
}

type Found = {
  known: number
  /** Among how many they lie. */
  passed: number
  touched: number
  /** Where they are not too many, the known ones (by block, a character for each bit), */
  blocks: Record<string, string> | null
  /** and whoever was touched. */
  ids: string[] | null
}

/** How many fit, and whether they are to be picked out for a page of this size. */
export async function readFitting(db: Queryable, inquiry: Inquiry, limit: number): Promise<Fitting> {
  const { entId, filter } = inquiry
  const blocks = new Blocks(entId)
  const { inScope, inArchive, inAccounts, options, others } = setsOf(inquiry, blocks)
  const owner = ownerCondition(inquiry)
  if (!owner) return { total: 0, few: undefined }
  const owned = inScope(filter.scope)
  // Several people's customers are passed by among everybody's.
  const passed = [blocks.everybody, inArchive(filter.archive), ...(isAcross(inquiry) ? [] : [owned])]
  const fitting = inAll([...passed, owned, ...inAccounts(inquiry), ...Object.values(options).flat(), ...others])
  const { rows } = await db.execute<{ found: Found }>(sql`with ${blocks.tables()},
      fit as materialized (select b.block, ${fitting} as bits, ${inAll(passed)} as passed from b),
      size as materialized (select ${sizeOf(sql`bits`)} as known, ${sizeOf(sql`passed`)} as passed, (select count(*) from touched) as touched from fit)
    select json_build_object('known', s.known, 'passed', s.passed,
      'touched', (select count(*) from customer c ${filter.unread === undefined ? sql`` : seatOf(inquiry)}
        where ${all([sql`c.ent_id = ${entId}`, isAmong(sql`select customer_id from touched`), owner, ...conditionsOf(inquiry)])}),
      'blocks', (select json_object_agg(block, bits::text) from fit where s.known <= ${PICKED_MOST}::int and bit_count(bits) > 0),
      'ids', (select coalesce(json_agg(customer_id), '[]') from touched having s.touched <= ${PICKED_MOST}::int)) as found
    from size s`)
  const found = rows[0]?.found as Found
  const total = found.known + found.touched
  return { total, few: isSoonerPicked(filter, total, found.passed, limit) ? idsOf(entId, found) : undefined }
}

/** Undefined where they are too many. */
function idsOf(entId: EntId, { known, blocks, ids }: Found): SQL | undefined {
  if (known > PICKED_MOST || ids === null) return undefined
  const numbers = Object.entries(blocks ?? {}).flatMap(([block, text]) => placesOf(text, Number(block) * SET_BLOCK))
  return sql`select n.customer_id from customer_no n where n.ent_id = ${entId} and n.no = any(${sql.param(numbers)}::int[])
    union select unnest(${sql.param(ids)}::uuid[])`
}

/** A list in its order is read until the page is full. */
function isSoonerPicked({ unread }: CustomerFilter, total: number, among: number, limit: number): boolean {
  const passedBy = total === 0 ? among : Math.min(among, (limit * among) / total)
  return total * (unread === undefined ? PICKING_COST : PICKING_COST_SEATED) <= passedBy
}

function placesOf(text: string, first: number): number[] {
  const places: number[] = []
  for (let at = text.indexOf('1'); at !== -1; at = text.indexOf('1', at + 1)) places.push(first + at)
  return places
}
