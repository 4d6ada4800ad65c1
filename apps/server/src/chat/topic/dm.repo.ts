import type { EntId } from '@ruwu/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { topic } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { refusedSenders } from '../chat-user/index.ts'
import { insertMembers } from './topic.repo.ts'
import { dmEnds } from './topic-id.ts'

/** Advisory lock until commit: serialises creating a DM and changing which ends may send in it. */
export async function lockDm(db: Queryable, entId: EntId, low: string, high: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${entId} ${low} ${high}`}, 0))`)
}

export async function findDm(db: Queryable, entId: EntId, a: string, b: string): Promise<string | undefined> {
  const { low, high } = dmEnds(a, b)
  const [row] = await db
    .select({ id: topic.id })
    .from(topic)
    .where(and(eq(topic.entId, entId), eq(topic.low, low), eq(topic.high, high)))
  return row?.id
}

/**
 * Call within a transaction. Both ends are members at once; their conversations are inserted with the first message.
 */
export async function createDm(
  db: Queryable,
  entId: EntId,
  ownerId: string,
  peerId: string,
  now: Date,
): Promise<string> {
  const { low, high } = dmEnds(ownerId, peerId)
  await lockDm(db, entId, low, high)
  const existing = await findDm(db, entId, low, high)
  if (existing) return existing

  const id = newId<string>(now)
  const refused = await refusedSenders(db, entId, low, high)
  await db
    .insert(topic)
    .values({ entId, id, kind: 'dm', low, high, ownerId, refusedSenders: refused, createdAt: now, updatedAt: now })
  const ends = [...new Set([low, high])]
  await insertMembers(
    db,
    { entId, id },
    ends.map((userId) => ({ userId, role: 'member' })),
    now,
  )
  return id
}

/** Sets the ends of a DM that may not send. Raising the member version invalidates cached topics. */
export async function setRefusedSenders(
  db: Queryable,
  entId: EntId,
  { low, high }: { low: string; high: string },
  refused: readonly string[],
): Promise<void> {
  await db.execute(
    sql`update topic set refused_senders = ${sql.param(refused)}::text[], member_version = member_version + 1 where ent_id = ${entId} and low = ${low} and high = ${high}`,
  )
}
