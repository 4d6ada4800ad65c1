import type { EntId, RelationId } from '@ruwu/contract'
import { and, eq, gt, inArray, lt } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { channelAttempt } from '../../db/schema/index.ts'
import { sealedColumn } from '../../db/sealed-column.ts'
import { codePurpose } from './attempt-state.ts'

export type AttemptRow = typeof channelAttempt.$inferSelect

export const attemptCodes = sealedColumn(channelAttempt, {
  column: 'code',
  key: ['id'],
  purposeOf: ({ id }) => codePurpose(id),
})

export async function insertAttempt(db: Queryable, row: typeof channelAttempt.$inferInsert): Promise<void> {
  await db.insert(channelAttempt).values(row)
}

export async function findAttempt(
  db: Queryable,
  { entId, attemptId }: { entId: EntId; attemptId: string },
): Promise<AttemptRow | undefined> {
  const isIt = and(eq(channelAttempt.entId, entId), eq(channelAttempt.id, attemptId))
  const [row] = await db.select().from(channelAttempt).where(isIt)
  return row
}

export async function findAttemptByCode(db: Queryable, preCodeHash: Buffer): Promise<AttemptRow | undefined> {
  const [row] = await db.select().from(channelAttempt).where(eq(channelAttempt.preCodeHash, preCodeHash))
  return row
}

export async function lockAttempt(db: Queryable, id: string): Promise<AttemptRow | undefined> {
  const [row] = await db.select().from(channelAttempt).where(eq(channelAttempt.id, id)).for('update')
  return row
}

/** Stores the redirect's code once and before expiry. Without a code the merchant declined. */
export async function markReturned(db: Queryable, id: string, code: Buffer | null, now: Date): Promise<void> {
  await db
    .update(channelAttempt)
    .set({ state: code ? 'returned' : 'declined', code })
    .where(and(eq(channelAttempt.id, id), eq(channelAttempt.state, 'waiting'), gt(channelAttempt.expiresAt, now)))
}

export async function markOpened(db: Queryable, id: string, relationId: RelationId): Promise<void> {
  await db.update(channelAttempt).set({ state: 'opened', relationId, code: null }).where(eq(channelAttempt.id, id))
}

export async function markFailed(db: Queryable, id: string, why: { kind: string; message: string }): Promise<void> {
  await db
    .update(channelAttempt)
    .set({ state: 'failed', failKind: why.kind, failText: why.message, code: null })
    .where(and(eq(channelAttempt.id, id), inArray(channelAttempt.state, ['waiting', 'returned'])))
}

export async function deleteOldAttempts(db: Queryable, before: Date): Promise<void> {
  await db.delete(channelAttempt).where(lt(channelAttempt.expiresAt, before))
}
