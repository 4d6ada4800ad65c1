import type { Database } from '../../db/database.ts'
import { lockOutdatedPieces, replaceTerms, tryReindexLock } from './pieces.repo.ts'

/** Few enough that the row locks are short: edits of knowledge wait for them. */
export const REINDEXED_AT_ONCE = 50

/**
 * Rebuilds the terms of some pieces indexed by an older analyser. One transaction per round, so a crash loses one round at most;
 * an advisory lock lets one node work at a time. True when there may be more.
 */
export function reindexOutdated(db: Database): Promise<boolean> {
  return db.transaction(async ({ sql: tx }) => {
    if (!(await tryReindexLock(tx))) return false
    const pieces = await lockOutdatedPieces(tx, REINDEXED_AT_ONCE)
    if (pieces.length === 0) return false
    await replaceTerms(tx, pieces)
    return pieces.length === REINDEXED_AT_ONCE
  })
}
