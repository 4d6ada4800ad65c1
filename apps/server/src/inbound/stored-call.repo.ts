import type { Source } from '@ruwu/contract'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { InboundEvent } from '../channels/source.ts'
import type { Database, Queryable } from '../db/database.ts'
import { array } from '../db/rows.ts'
import { platformDelivery } from '../db/schema/index.ts'
import { cleanText, cleanValue } from '../platform/clean-text.ts'
import { ACCOUNT_SHARD, shardOf } from './shard.ts'

/** Key space of the shards' advisory locks. */
export const SHARD_LOCK = 7_401
/** Largest batch of calls applied in one transaction. */
const MOST_PER_BATCH = 200
/** Account calls claimed at once. */
const ACCOUNT_CALLS_PER_CLAIM = 8
/** Longer than the platform calls that the events of a claim can make, one after the other. */
const ACCOUNT_LEASE_MS = 5 * 60_000
/** Rows deleted per statement, and statements per run: a purge must not hold many row locks or fill the log at once. */
const PURGE_ROWS = 5_000
const PURGE_STATEMENTS = 20
/** Backoff of a call that could not be applied; after the last wait it stays `failed` for an operator. */
const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 120_000, 300_000]

/** A platform call as it was received, with the events read from it. */
export type NewStoredCall = {
  source: Source
  dedupeKey: string
  path: string
  body: string
  events: InboundEvent[]
  receivedAt: Date
}

export type StoredCall = { id: number; shard: number; events: Record<string, unknown>[]; attempts: number }

const COLUMNS = {
  id: platformDelivery.id,
  shard: platformDelivery.shard,
  events: platformDelivery.events,
  attempts: platformDelivery.attempts,
}

/** Idempotent: a repeated call (same dedupe key) is stored once. */
export async function insertCalls(db: Database, calls: readonly NewStoredCall[]): Promise<void> {
  const column = <T>(pick: (each: NewStoredCall) => T) => array(calls, pick)
  await db.sql
    .execute(sql`insert into platform_delivery (source, dedupe_key, shard, path, body, events, not_before, received_at)
    select source, dedupe_key, shard, path, body, events::jsonb, received_at, received_at
    from unnest(${column((each) => each.source)}::text[], ${column((each) => cleanText(each.dedupeKey))}::text[],
      ${column((each) => shardOf(each.events))}::int2[], ${column((each) => each.path)}::text[],
      ${column((each) => cleanText(each.body))}::text[], ${column((each) => JSON.stringify(cleanValue(each.events) ?? []))}::text[],
      ${column((each) => each.receivedAt)}::timestamptz[])
      as d(source, dedupe_key, shard, path, body, events, received_at)
    on conflict (source, dedupe_key) do nothing`)
}

/**
 * The oldest waiting calls of those shards whose advisory lock is free: one worker per shard keeps their order. Locked: one that another
 * worker has just applied is looked at again and left out.
 */
export async function takeCalls(db: Queryable, now: Date, shard?: number): Promise<StoredCall[]> {
  const isDue = (calls: string) => sql`${sql.raw(calls)}.state = 'waiting' and ${sql.raw(calls)}.not_before <= ${now}`
  const which = shard === undefined ? sql`shard <> ${ACCOUNT_SHARD}` : sql`shard = ${shard}`
  const { rows } = await db.execute<StoredCall>(sql`with due as (
      select distinct d.shard from platform_delivery d where ${isDue('d')} and ${which}
    ), mine as materialized (
      select shard from due where pg_try_advisory_xact_lock(${SHARD_LOCK}, shard)
    )
    select c.id, c.shard, c.events, c.attempts from platform_delivery c
    where c.shard in (select shard from mine) and ${isDue('c')}
    order by c.id limit ${MOST_PER_BATCH} for update of c`)
  return rows
}

/** Waits for the worker of the shard; until commit its calls wait in turn. */
export async function lockShard(db: Queryable, shard: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${SHARD_LOCK}, ${shard})`)
}

/**
 * Leases the oldest due account calls to this worker: no other takes them until the lease ends. A call behind one of its account that is
 * leased or to be tried again stays, so that an account's calls keep their order over all workers.
 */
export function claimAccountCalls(db: Database, now: Date): Promise<StoredCall[]> {
  return db.transaction(async ({ sql: tx }) => {
    const { rows } = await tx.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(${SHARD_LOCK}, ${ACCOUNT_SHARD}) as mine`,
    )
    if (!rows[0]?.mine) return []
    const due = sql`select c.id from platform_delivery c
      where c.shard = ${ACCOUNT_SHARD} and c.state = 'waiting' and c.not_before <= ${now} and not exists (
        select 1 from platform_delivery p where p.shard = ${ACCOUNT_SHARD} and p.state = 'waiting' and p.id < c.id
          and p.not_before > ${now} and p.source = c.source and p.events #> '{0,accountId}' = c.events #> '{0,accountId}')
      order by c.id limit ${ACCOUNT_CALLS_PER_CLAIM}`
    const claimed = await tx
      .update(platformDelivery)
      .set({ notBefore: new Date(now.getTime() + ACCOUNT_LEASE_MS) })
      .where(sql`${platformDelivery.id} in (${due})`)
      .returning(COLUMNS)
    return claimed.toSorted((one, other) => one.id - other.id)
  })
}

/** Ends the lease of calls that were not tried. */
export async function releaseCalls(db: Queryable, ids: number[], now: Date): Promise<void> {
  await db.update(platformDelivery).set({ notBefore: now }).where(inArray(platformDelivery.id, ids))
}

export async function moveToAccounts(db: Queryable, ids: number[]): Promise<void> {
  await db.update(platformDelivery).set({ shard: ACCOUNT_SHARD }).where(inArray(platformDelivery.id, ids))
}

export async function lockCall(db: Queryable, id: number): Promise<StoredCall | undefined> {
  const [row] = await db
    .select(COLUMNS)
    .from(platformDelivery)
    .where(and(eq(platformDelivery.id, id), eq(platformDelivery.state, 'waiting')))
    .for('update')
  return row
}

export async function postponeCall(db: Queryable, row: StoredCall, error: string, now: Date): Promise<void> {
  const wait = RETRY_MS[row.attempts]
  await db
    .update(platformDelivery)
    .set({
      attempts: row.attempts + 1,
      error: error.slice(0, 500),
      ...(wait === undefined ? { state: 'failed' as const } : { notBefore: new Date(now.getTime() + wait) }),
    })
    .where(eq(platformDelivery.id, row.id))
}

export async function markDone(db: Queryable, ids: number[]): Promise<void> {
  await db.update(platformDelivery).set({ state: 'done', error: null }).where(inArray(platformDelivery.id, ids))
}

/** Calls that are stored and not applied yet. */
export async function countWaiting(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from platform_delivery where state = 'waiting'`,
  )
  return rows[0]?.n ?? 0
}

type PurgeBefore = { done: Date; failed: Date }

/** Deletes calls that ended long ago, the oldest first. Waiting ones stay. */
export async function purgeCalls(db: Queryable, before: PurgeBefore): Promise<void> {
  for (const state of ['done', 'failed'] as const) {
    for (let statement = 0; statement < PURGE_STATEMENTS; statement += 1) {
      const { rowCount } = await db.execute(sql`delete from platform_delivery where id in (
        select id from platform_delivery where state = ${state} and received_at < ${before[state]}
        order by received_at limit ${PURGE_ROWS})`)
      if ((rowCount ?? 0) < PURGE_ROWS) break
    }
  }
}

/** Calls about accounts that are forgotten, which are not older than `since`: no index knows the account. */
export async function deleteCallsAbout(
  db: Queryable,
  accounts: readonly { source: Source; platformId: string }[],
  since: Date,
): Promise<void> {
  for (const { source, platformId: accountId } of accounts)
    await db.execute(sql`delete from platform_delivery
      where received_at >= ${since.toISOString()} and source = ${source} and events @> ${JSON.stringify([{ accountId }])}::jsonb`)
}

export type FailedCall = Pick<
  typeof platformDelivery.$inferSelect,
  'id' | 'source' | 'events' | 'attempts' | 'error' | 'receivedAt'
>

/** Calls that were given up, the newest first. */
export async function listFailed(db: Queryable, limit: number): Promise<FailedCall[]> {
  const { id, source, events, attempts, error, receivedAt } = platformDelivery
  return db
    .select({ id, source, events, attempts, error, receivedAt })
    .from(platformDelivery)
    .where(eq(platformDelivery.state, 'failed'))
    .orderBy(desc(id))
    .limit(limit)
}

/** Failed calls are due again, with all their attempts; without ids all of them. Returns how many. */
export async function retryFailed(db: Queryable, ids: readonly number[] | undefined, now: Date): Promise<number> {
  const { rowCount } = await db
    .update(platformDelivery)
    .set({ state: 'waiting', attempts: 0, notBefore: now })
    .where(and(eq(platformDelivery.state, 'failed'), ids && inArray(platformDelivery.id, [...ids])))
  return rowCount ?? 0
}
