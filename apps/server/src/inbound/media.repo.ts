import type { RelationId } from '@ruwu/contract'
import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { CustomerChange } from '../customer/customer-change.ts'
import type { Database, Queryable } from '../db/database.ts'
import { insertRows, records } from '../db/rows.ts'
import { inboundMedia } from '../db/schema/index.ts'

export type MediaRow = typeof inboundMedia.$inferSelect

export type MediaToFetch = { change: CustomerChange; seq: number; relationId: RelationId; media: object }

/** `seq` of the row that fetches the customer's avatar; messages begin at 1. */
export const AVATAR_SEQ = 0
/** Lease of a claimed row: no other worker fetches it meanwhile. */
const LEASE_MS = 120_000
const AT_ONCE = 8

export async function queueMedia(db: Queryable, media: readonly MediaToFetch[], now: Date): Promise<void> {
  if (media.length === 0) return
  const rows = media.map(({ change, seq, relationId, media: ref }) => ({
    entId: change.customer.entId,
    customerId: change.customer.id,
    seq,
    relationId,
    media: ref,
    tries: 0,
    dueAt: now,
  }))
  await db.execute(sql`insert into inbound_media select * from ${records(inboundMedia, rows)} on conflict do nothing`)
}

export function claimMedia(db: Database, now: Date): Promise<MediaRow[]> {
  return db.transaction(async ({ sql: tx }) => {
    const rows = await tx
      .select()
      .from(inboundMedia)
      .where(lte(inboundMedia.dueAt, now))
      .orderBy(asc(inboundMedia.dueAt))
      .limit(AT_ONCE)
      .for('update', { skipLocked: true })
    for (const row of rows) {
      const dueAt = new Date(now.getTime() + LEASE_MS)
      await tx
        .update(inboundMedia)
        .set({ dueAt, tries: row.tries + 1 })
        .where(isMedia(row))
    }
    return rows
  })
}

export async function postponeMedia(db: Queryable, row: MediaRow, dueAt: Date): Promise<void> {
  await db.update(inboundMedia).set({ dueAt }).where(isMedia(row))
}

export async function deleteMedia(db: Queryable, row: MediaRow): Promise<void> {
  await db.delete(inboundMedia).where(isMedia(row))
}

const isMedia = (row: Pick<MediaRow, 'entId' | 'customerId' | 'seq'>) =>
  and(eq(inboundMedia.entId, row.entId), eq(inboundMedia.customerId, row.customerId), eq(inboundMedia.seq, row.seq))

export const insertMedia = (db: Queryable, rows: MediaRow[]): Promise<void> => insertRows(db, inboundMedia, rows)
