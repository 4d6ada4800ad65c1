import type { EntId } from '@ruwu/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/database.ts'
import { knowledge } from '../../../db/schema/index.ts'
import type { KnowledgeRow, NewKnowledge } from '../knowledge.repo.ts'

/**
 * The next entry that nobody learns, or whose learner did not come back in time. Enterprises take turns: it is one of those after
 * the given, so that nobody waits for all of another's.
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

/** Only as long as it is still ours: whoever changed it meanwhile, or took it over, has the word. */
const isStillOurs = ({ entId, id, version, learnUntil }: KnowledgeRow) =>
  and(
    eq(knowledge.entId, entId),
    eq(knowledge.id, id),
    eq(knowledge.version, version),
    eq(knowledge.status, 'learning'),
    learnUntil ? eq(knowledge.learnUntil, learnUntil) : undefined,
  )

/** Held until commit; false when it is not ours any more. */
export async function holdClaimed(db: Queryable, row: KnowledgeRow): Promise<boolean> {
  const found = await db.select({ id: knowledge.id }).from(knowledge).where(isStillOurs(row)).for('update')
  return found.length > 0
}

/** Not a change by a person: the version stays. */
export async function changeClaimed(db: Queryable, row: KnowledgeRow, change: Partial<NewKnowledge>): Promise<boolean> {
  const changed = await db.update(knowledge).set(change).where(isStillOurs(row)).returning({ id: knowledge.id })
  return changed.length > 0
}
