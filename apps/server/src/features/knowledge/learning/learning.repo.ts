import type { EntId } from '@ruwu/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/database.ts'
import { knowledge } from '../../../db/schema/index.ts'
import type { KnowledgeRow, NewKnowledge } from '../knowledge.repo.ts'

/**
 * Claims the next entry without a valid lease. Round robin over enterprises: one after
 * the given, so that a large import of one does not block the others.
 */
export async function claimEntry(
  db: Queryable,
  now: Date,
  until: Date,
  after: EntId | undefined,
): Promise<KnowledgeRow | undefined> {
  const next = sql`(select ent_id, id from knowledge
    where status = 'learning' and (learn_until is null or learn_until <= ${now.toISOString()})
      ${after ? sql`and ent_id > ${after}` : sql``}
    order by ent_id, created_at limit 1 for update skip locked)`
  const [row] = await db
    .update(knowledge)
    .set({ learnUntil: until, progress: CLAIMED_PERCENT })
    .where(sql`(${knowledge.entId}, ${knowledge.id}) in ${next}`)
    .returning()
  return row ?? (after && claimEntry(db, now, until, undefined))
}

const CLAIMED_PERCENT = 10

/** Guard of the lease: false once the entry was edited (version) or another worker claimed it (learnUntil). */
const isStillOurs = ({ entId, id, version, learnUntil }: KnowledgeRow) =>
  and(
    eq(knowledge.entId, entId),
    eq(knowledge.id, id),
    eq(knowledge.version, version),
    eq(knowledge.status, 'learning'),
    learnUntil ? eq(knowledge.learnUntil, learnUntil) : undefined,
  )

/** Locks the entry until commit; false when the lease is lost. */
export async function lockClaimed(db: Queryable, row: KnowledgeRow): Promise<boolean> {
  const found = await db.select({ id: knowledge.id }).from(knowledge).where(isStillOurs(row)).for('update')
  return found.length > 0
}

/** Worker updates don't change the version, which guards edits by agents. */
export async function changeClaimed(db: Queryable, row: KnowledgeRow, change: Partial<NewKnowledge>): Promise<boolean> {
  const changed = await db.update(knowledge).set(change).where(isStillOurs(row)).returning({ id: knowledge.id })
  return changed.length > 0
}
