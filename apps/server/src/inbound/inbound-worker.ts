import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Queryable, Transaction } from '../db/database.ts'
import { array } from '../db/rows.ts'
import { platformDelivery } from '../db/schema/index.ts'
import { CONVERSATION_KINDS, type ConversationEvent, type InboundService, reviveEvent } from '../customer/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { InboundEvent } from '../channels/source.ts'

/** The most calls applied together. */
const MOST_PER_BATCH = 200
/** Names the shards' locks among all advisory locks of the database. */
export const SHARD_LOCK = 7_401
/** Waits before the next try of a call that could not be applied; after the last it is left for a person to look at. */
const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 120_000, 300_000]

const COLUMNS = {
  id: platformDelivery.id,
  shard: platformDelivery.shard,
  events: platformDelivery.events,
  attempts: platformDelivery.attempts,
}

type DeliveryRow = { id: number; shard: number; events: Record<string, unknown>[]; attempts: number }

type AccountEvent = Exclude<InboundEvent, ConversationEvent>

type InboundWorkerDeps = {
  db: Database
  clock: Clock
  log: FastifyBaseLogger
  inbound: InboundService
  /** Bindings, unbindings, staff: what concerns an account rather than a conversation. May call the platform. */
  accountEvent(event: AccountEvent): Promise<void>
}

/** Applies stored calls, a batch at a time, those of each shard in the order they came. */
export class InboundWorker {
  private readonly deps: InboundWorkerDeps

  constructor(deps: InboundWorkerDeps) {
    this.deps = deps
  }

  /**
   * Applies what is due, of all shards together: a transaction of few calls takes as long as one of many, and whoever comes last would
   * wait for one of each shard before. True when something was.
   */
  async run(): Promise<boolean> {
    const { db, log } = this.deps
    const shards = await this.dueShards()
    if (shards.length === 0) return false
    let batch: DeliveryRow[] = []
    try {
      await db.transaction(async (tx) => {
        batch = await this.take(tx, shards)
        await this.applyTalks(tx, batch)
      })
    } catch (error) {
      log.error({ err: error, size: batch.length }, 'a batch of platform calls failed')
      // One that can't be applied must not hold up the others: each is tried alone.
      for (const row of batch) await this.applyAlone(row)
    }
    for (const row of batch) if (!isTalk(row)) await this.applyToAccounts(row)
    return batch.length > 0
  }

  private async dueShards(): Promise<number[]> {
    const { db, clock } = this.deps
    const { rows } = await db.sql.execute<{ shard: number }>(
      sql`select distinct shard from platform_delivery where state = 'waiting' and not_before <= ${clock.now()}`,
    )
    return rows.map(({ shard }) => shard)
  }

  /** The oldest waiting calls of these shards, without those somebody else is at. */
  private async take(tx: Transaction, shards: readonly number[]): Promise<DeliveryRow[]> {
    const { rows } = await tx.sql.execute<{ shard: number }>(sql`
      select shard from unnest(${array(shards, (shard) => shard)}::int4[]) as shard
      where pg_try_advisory_xact_lock(${SHARD_LOCK}, shard)`)
    const taken = rows.map(({ shard }) => shard)
    if (taken.length === 0) return []
    return tx.sql
      .select(COLUMNS)
      .from(platformDelivery)
      .where(
        and(
          inArray(platformDelivery.shard, taken),
          eq(platformDelivery.state, 'waiting'),
          lte(platformDelivery.notBefore, this.deps.clock.now()),
        ),
      )
      .orderBy(asc(platformDelivery.id))
      .limit(MOST_PER_BATCH)
  }

  private async applyTalks(tx: Transaction, batch: readonly DeliveryRow[]): Promise<void> {
    const talks = batch.filter(isTalk).map((row) => ({ row, events: row.events.map(reviveEvent) }))
    if (talks.length === 0) return
    const unplaced = await this.deps.inbound.apply(
      tx,
      talks.flatMap(({ events }) => events.filter(isConversation)),
    )
    const late = new Set<InboundEvent>(unplaced)
    const done: number[] = []
    for (const { row, events } of talks) {
      if (events.some((event) => late.has(event))) await this.postpone(tx.sql, row, 'account is not open here')
      else done.push(row.id)
    }
    if (done.length > 0) await markDone(tx.sql, done)
  }

  /**
   * In no transaction of ours: it may call the platform, and it locks the accounts by itself. It may be carried out twice when the
   * process dies before it is marked as done: every account event bears repetition.
   */
  private async applyToAccounts(row: DeliveryRow): Promise<void> {
    const { db, log, accountEvent } = this.deps
    try {
      for (const event of row.events.map(reviveEvent)) if (!isConversation(event)) await accountEvent(event)
      await markDone(db.sql, [row.id])
    } catch (error) {
      log.error({ err: error, delivery: row.id }, 'an account event failed')
      await this.postpone(db.sql, row, String(error))
    }
  }

  private async applyAlone({ id, shard }: DeliveryRow): Promise<void> {
    const { db, log } = this.deps
    try {
      await db.transaction(async (tx) => {
        const row = (await this.take(tx, [shard])).find((each) => each.id === id)
        if (row) await this.applyTalks(tx, [row])
      })
    } catch (error) {
      log.error({ err: error, delivery: id }, 'a platform call could not be applied')
      await db.transaction(async (tx) => {
        const [row] = await tx.sql
          .select(COLUMNS)
          .from(platformDelivery)
          .where(and(eq(platformDelivery.id, id), eq(platformDelivery.state, 'waiting')))
          .for('update')
        if (row) await this.postpone(tx.sql, row, String(error))
      })
    }
  }

  private async postpone(db: Queryable, row: DeliveryRow, error: string): Promise<void> {
    const wait = RETRY_MS[row.attempts]
    await db
      .update(platformDelivery)
      .set({
        attempts: row.attempts + 1,
        error: error.slice(0, 500),
        ...(wait === undefined
          ? { state: 'failed' as const }
          : { notBefore: new Date(this.deps.clock.now().getTime() + wait) }),
      })
      .where(eq(platformDelivery.id, row.id))
  }
}

/** How many calls are stored and not yet applied. */
export async function countWaiting(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from platform_delivery where state = 'waiting'`,
  )
  return rows[0]?.n ?? 0
}

const isConversation = (event: InboundEvent): event is ConversationEvent =>
  (CONVERSATION_KINDS as readonly string[]).includes(event.kind)

/** Calls about conversations are applied together; those about accounts one by one. */
const isTalk = ({ events }: DeliveryRow) =>
  events.every(({ kind }) => kind === 'ignored' || (CONVERSATION_KINDS as readonly unknown[]).includes(kind))

async function markDone(db: Queryable, ids: number[]): Promise<void> {
  await db.update(platformDelivery).set({ state: 'done', error: null }).where(inArray(platformDelivery.id, ids))
}
