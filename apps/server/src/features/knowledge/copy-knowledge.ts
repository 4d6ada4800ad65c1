import { KNOWLEDGE_MAX, type KnowledgeId, type RelationId } from '@ruwu/contract'
import type { Database } from '../../db/database.ts'
import { listPieces, putPiecesOfMany } from '../../engine/retrieval/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { UserFacingError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { emitKnowledgeChange, LIBRARY_FULL } from './change-library.ts'
import { copyEntries, countEntries, listWithoutNamesake, lockLibrary } from './knowledge.repo.ts'

const ENTRIES_AT_ONCE = 200

/**
 * Copies an account's own entries to another account's library. Entries of the same type and title are left alone there,
 * so a repeated copy adds nothing. Learned pieces are taken over: nothing is learned or charged again.
 */
export const copyKnowledge =
  ({ db, clock }: { db: Database; clock: Clock }) =>
  async ({ entId, agentId }: Caller, from: RelationId, to: RelationId, dryRun: boolean): Promise<string[]> => {
    const [source, target] = [
      { entId, relationId: from },
      { entId, relationId: to },
    ]
    return db.transaction(async (tx) => {
      await lockLibrary(tx.sql, source, target)
      const absent = await listWithoutNamesake(tx.sql, source, target)
      // A copy of an entry that is being learned would be learned, and charged, once more.
      const ids = absent.filter(({ isLearning }) => !isLearning).map(({ id }) => id)
      const known = (await countEntries(tx.sql, source)) - absent.length
      const lacks = known === 0 ? [] : [`知识库：已有 ${known} 条同名知识，不重复复制`]
      if (ids.length < absent.length) lacks.push(`知识库：${absent.length - ids.length} 条正在学习，学完后可再复制`)
      if ((await countEntries(tx.sql, target)) + ids.length > KNOWLEDGE_MAX)
        throw new UserFacingError('refused', LIBRARY_FULL)
      if (dryRun || ids.length === 0) return lacks
      const now = clock.now()
      for (let at = 0; at < ids.length; at += ENTRIES_AT_ONCE) {
        const some = ids.slice(at, at + ENTRIES_AT_ONCE)
        const copies = new Map(some.map((id) => [id, newId<KnowledgeId>(now)]))
        await copyEntries(tx.sql, target, copies, { agentId, now })
        const learned = Map.groupBy(await listPieces(tx.sql, entId, some), ({ knowledgeId }) => knowledgeId)
        const entries = [...copies].map(([id, knowledgeId]) => ({
          knowledgeId,
          pieces: (learned.get(id) ?? []).map(({ heading, text, words }) => ({ heading, text, words })),
        }))
        await putPiecesOfMany(tx.sql, target, entries)
      }
      await emitKnowledgeChange(tx, target, agentId, now)
      return lacks
    })
  }
