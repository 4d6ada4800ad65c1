import { type CustomerId, type EntId, SCOPE, type Scope } from '@ruwu/contract'
import { type SQL, sql } from 'drizzle-orm'
import { SET_BLOCK } from '../db/schema/index.ts'
import { accountsOf, type ListScope, ownersOf, withFilter } from './list-scope.repo.ts'
import type { Options } from './list-conditions.repo.ts'
import { BITMAP_KEY } from './bitmap-keys.repo.ts'

export const NONE = sql.raw(`'0'::bit(${SET_BLOCK})`)

/** Bitwise operations on bitmaps of customers. */
export const inAll = (sets: readonly SQL[]): SQL => sql`(${sql.join([...sets], sql` & `)})`
export const notIn = (set: SQL): SQL => sql`(~${set})`
export const textArray = (texts: readonly SQL[]): SQL => sql`array[${sql.join([...texts], sql`, `)}]::text[]`
export const sizeOf = (set: SQL): SQL => sql`coalesce(sum(bit_count(${set})), 0)::int`

/**
 * The bitmaps of one query as columns of `b`, a row per block. `everybody` excludes customers changed since the last refresh: those are
 * in the table `touched` and evaluated from their rows, like the few that the agent has postponed, of which there is no bitmap.
 */
export class BitmapQuery {
  private readonly entId: EntId
  private readonly postponed: readonly CustomerId[]
  private readonly keys: SQL[][] = []
  readonly everybody = sql`b.everybody`

  constructor({ entId, postponed }: Pick<ListScope, 'entId' | 'postponed'>) {
    this.entId = entId
    this.postponed = postponed
  }

  /** Union of these bitmaps. */
  inAny(keys: readonly SQL[]): SQL {
    if (keys.length === 0) return NONE
    this.keys.push([...keys])
    return sql.raw(`b.s${this.keys.length - 1}`)
  }

  tables(): SQL {
    const ent = this.entId
    const columns = this.keys.map((keys, n) => sql`${column(keys)} as ${sql.raw(`s${n}`)}`)
    return sql`touched as materialized (select t.customer_id from customer_touched t where t.ent_id = ${ent}
        union select unnest(${sql.param(this.postponed)}::uuid[])),
      hidden as (
        select n.no / ${sql.raw(String(SET_BLOCK))} as block, customer_bits(array_agg(n.no % ${sql.raw(String(SET_BLOCK))})) as bits
        from customer_no n where n.ent_id = ${ent} and n.customer_id = any(array(select customer_id from touched)) group by 1),
      picked as materialized (
        select ${sql.join([sql`s.block`, sql`${column([BITMAP_KEY.everybody])} as known`, ...columns], sql`, `)}
        from customer_set s where s.ent_id = ${ent} and ${isKey([BITMAP_KEY.everybody, ...this.keys.flat()])} group by s.block),
      b as materialized (select p.*, p.known & (~coalesce(h.bits, ${NONE})) as everybody from picked p left join hidden h on h.block = p.block)`
  }
}

const isKey = (keys: readonly SQL[]) => sql`s.key = any(${textArray(keys)})`
const column = (keys: readonly SQL[]) => sql`coalesce(bit_or(s.bits) filter (where ${isKey(keys)}), ${NONE})`

/** Bitmaps of every filter value a list scope can hold. */
type Asked = {
  inScope(scope: Scope): SQL
  inArchive(archive: boolean): SQL
  /** Of the allowed accounts; empty: no restriction. */
  inAccounts(asked: ListScope): SQL[]
  options: Options
  others: SQL[]
}

export function bitmapsFor(listScope: ListScope, blocks: BitmapQuery): Asked {
  const { filter, me, colleagues, accountScope } = listScope
  const {
    enableAi,
    replyState,
    handoff,
    hasLead,
    sendResult,
    unread,
    receptionType,
    offReason,
    ad,
    tagIds = [],
    tagMode,
  } = filter
  const one = (key: SQL) => blocks.inAny([key])
  const either = (wanted: boolean | undefined, key: SQL): SQL[] =>
    wanted === undefined ? [] : [wanted ? one(key) : notIn(one(key))]
  // The union of many accounts is built once.
  const ofAccounts = new Map<string, SQL>()
  const [archived, mine, unassigned] = [BITMAP_KEY.archived, BITMAP_KEY.ofOwner(me), BITMAP_KEY.unassigned].map(
    one,
  ) as [SQL, SQL, SQL]
  /** 全部, as `visibleOwners`. */
  const visible = (): SQL => {
    const others = [
      ...(colleagues ? [] : [unassigned]),
      ...(accountScope === null ? [] : [blocks.inAny(accountScope.map(BITMAP_KEY.ofAccount))]),
    ]
    const seen = others.length === 0 ? blocks.everybody : sql`(${mine} | ${inAll(others)})`
    return filter.agentId === undefined ? seen : inAll([seen, one(BITMAP_KEY.ofOwner(filter.agentId))])
  }
  return {
    inScope(scope) {
      const owners = ownersOf(withFilter(listScope, { scope }))
      if (owners === undefined) return NONE
      if (owners === 'anybody') return visible()
      if (owners === 'nobody') return unassigned
      if (scope === SCOPE.mine) return mine
      return owners.length === 1
        ? blocks.inAny(owners.map(BITMAP_KEY.ofOwner))
        : inAll([notIn(mine), notIn(unassigned)])
    },
    inArchive: (archive) => (archive ? archived : notIn(archived)),
    inAccounts(asked) {
      const accounts = accountsOf(asked)
      if (!accounts) return []
      const set = ofAccounts.get(accounts.join()) ?? blocks.inAny(accounts.map(BITMAP_KEY.ofAccount))
      ofAccounts.set(accounts.join(), set)
      return [set]
    },
    options: {
      ai: either(enableAi, BITMAP_KEY.ofType('ai_agent')),
      waiting: either(replyState && true, BITMAP_KEY.waiting),
      handoff: either(handoff, BITMAP_KEY.handoff),
      lead: either(hasLead, BITMAP_KEY.lead),
      result: sendResult === undefined ? [] : [one(BITMAP_KEY.withResult(sendResult))],
      unread: either(unread, BITMAP_KEY.unreadBy(me)),
      postponed: filter.postponed ? [NONE] : [],
    },
    others: [
      ...(receptionType === undefined ? [] : [one(BITMAP_KEY.ofType(receptionType))]),
      ...(offReason === undefined ? [] : [one(BITMAP_KEY.offFor(offReason))]),
      ...either(ad, BITMAP_KEY.ad),
      ...(tagIds.length === 0
        ? []
        : tagMode === 'all'
          ? tagIds.map((id) => one(BITMAP_KEY.tagged(id)))
          : [blocks.inAny(tagIds.map(BITMAP_KEY.tagged))]),
    ],
  }
}
