import { asc, lte, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Queryable } from '../db/database.ts'
import { records, updateRows } from '../db/rows.ts'
import { inboundCause } from '../db/schema/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Cause, CauseRow } from './conversation-event.ts'

/** Nobody is welcomed, and no card sent, for something that long ago. */
export const CAUSE_PATIENCE_MS = 10 * 60_000
/** Nobody else takes it meanwhile; what failed is tried again after it. */
export const CAUSE_LEASE_MS = 60_000
const AT_ONCE = 50
const KEY = ['ent_id', 'customer_id', 'message_seq']

/** In the transaction that stores what was said: whoever dies after it leaves it to the next one. */
export async function keepCauses(db: Queryable, causes: readonly Cause[], now: Date): Promise<void> {
  if (causes.length === 0) return
  const rows = causes.map(({ entId, customerId, messageSeq, ...what }) => ({
    entId,
    customerId,
    messageSeq,
    what,
    createdAt: now,
    dueAt: now,
  }))
  await db.execute(sql`insert into inbound_cause select * from ${records(inboundCause, rows)} on conflict do nothing`)
}

export type CauseDeps = {
  db: Database
  clock: Clock
  log: FastifyBaseLogger
  /** Told twice of the same, it does nothing the second time. */
  handle(cause: Cause): Promise<unknown>
}

/** Looks at what customers did, one after the other: whether something of ours answers it by itself. */
export class CauseWorker {
  private readonly deps: CauseDeps

  constructor(deps: CauseDeps) {
    this.deps = deps
  }

  /** True when there may be more. */
  async run(): Promise<boolean> {
    const rows = await this.claim()
    const done: CauseRow[] = []
    for (const row of rows) if (await this.look(row)) done.push(row)
    await letGo(this.deps.db.sql, done)
    return rows.length > 0
  }

  private claim(): Promise<CauseRow[]> {
    const { db, clock } = this.deps
    const now = clock.now()
    return db.transaction(async ({ sql: tx }) => {
      const rows = await tx
        .select()
        .from(inboundCause)
        .where(lte(inboundCause.dueAt, now))
        .orderBy(asc(inboundCause.dueAt), asc(inboundCause.messageSeq))
        .limit(AT_ONCE)
        .for('update', { skipLocked: true })
      const dueAt = new Date(now.getTime() + CAUSE_LEASE_MS)
      const leased = rows.map((row) => ({ ...row, dueAt }))
      await updateRows(tx, inboundCause, KEY, ['due_at'], leased)
      return rows
    })
  }

  /** Whether it is over with. */
  private async look({ entId, customerId, messageSeq, what, createdAt }: CauseRow): Promise<boolean> {
    const { clock, log, handle } = this.deps
    if (clock.now().getTime() - createdAt.getTime() >= CAUSE_PATIENCE_MS) return true
    try {
      await handle({ entId, customerId, messageSeq, ...what })
      return true
    } catch (error) {
      log.error({ err: error, customerId, messageSeq }, 'nothing of ours could answer')
      return false
    }
  }
}

async function letGo(db: Queryable, rows: readonly CauseRow[]): Promise<void> {
  if (rows.length === 0) return
  await db.execute(sql`delete from inbound_cause c using ${records(inboundCause, rows)} r
    where c.ent_id = r.ent_id and c.customer_id = r.customer_id and c.message_seq = r.message_seq`)
}
