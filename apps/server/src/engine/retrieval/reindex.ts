import { asc, lt, sql } from 'drizzle-orm'
import { REINDEX_LOCK } from '../../db/advisory-lock.ts'
import type { Database, Queryable } from '../../db/database.ts'
import { array } from '../../db/rows.ts'
import { knowledgePiece, knowledgeTerm } from '../../db/schema/index.ts'
import { ANALYSER_VERSION } from './analyser-version.ts'
import { putTerms } from './pieces.repo.ts'

/** Few enough to be done in a moment: nobody who changes their knowledge waits for it. */
export const REINDEXED_AT_ONCE = 50

/**
 * Makes anew what some pieces are found by that an older analyser has read. Each round stands for itself: who breaks off loses
 * nothing, and of several nodes one works. True when there may be more.
 */
export function reindexOutdated(db: Database): Promise<boolean> {
  return db.transaction(async ({ sql: tx }) => {
    if (!(await isAlone(tx))) return false
    const { entId, relationId, no, heading, text, words } = knowledgePiece
    const pieces = await tx
      .select({ entId, relationId, no, heading, text, words })
      .from(knowledgePiece)
      .where(lt(knowledgePiece.analyser, ANALYSER_VERSION))
      .orderBy(asc(knowledgePiece.analyser))
      .limit(REINDEXED_AT_ONCE)
      .for('update', { skipLocked: true })
    if (pieces.length === 0) return false
    const these = sql`unnest(${array(pieces, (piece) => piece.entId)}::uuid[],
      ${array(pieces, (piece) => piece.relationId)}::uuid[], ${array(pieces, (piece) => piece.no)}::int8[])
      as p(ent_id, relation_id, no)`
    const isThis = sql`t.ent_id = p.ent_id and t.relation_id = p.relation_id and t.no = p.no`
    await tx.execute(sql`delete from ${knowledgeTerm} t using ${these} where ${isThis}`)
    await putTerms(tx, pieces)
    await tx.execute(
      sql`update ${knowledgePiece} t set analyser = ${ANALYSER_VERSION}::int from ${these} where ${isThis}`,
    )
    return pieces.length === REINDEXED_AT_ONCE
  })
}

/** Until the end of the transaction. */
async function isAlone(db: Queryable): Promise<boolean> {
  const { rows } = await db.execute<{ isAlone: boolean }>(
    sql`select pg_try_advisory_xact_lock(${REINDEX_LOCK}::int, 0) as "isAlone"`,
  )
  return rows[0]?.isAlone ?? false
}
