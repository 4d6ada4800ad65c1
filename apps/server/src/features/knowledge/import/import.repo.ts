import type { AgentId, KnowledgeId } from '@ruwu/contract'
import { and, eq } from 'drizzle-orm'
import type { Queryable } from '../../../db/database.ts'
import { insertRows, updateRows } from '../../../db/rows.ts'
import { knowledge } from '../../../db/schema/index.ts'
import { putPiecesOfMany } from '../../../engine/retrieval/index.ts'
import { newId } from '../../../platform/ids.ts'
import { isInLibrary, type Library } from '../knowledge.repo.ts'
import { ORIGIN_IMPORT, type Pair, pairRow, piecesOfPair } from '../qa.ts'

export type Known = { id: KnowledgeId; version: number }
/** With the existing entry it replaces. */
export type Written = Pair & { known: Known | undefined }

export async function listQuestions(db: Queryable, library: Library): Promise<ReadonlyMap<string, Known>> {
  const rows = await db
    .select({ id: knowledge.id, version: knowledge.version, question: knowledge.question })
    .from(knowledge)
    .where(and(isInLibrary(library), eq(knowledge.type, 'qa')))
  return new Map(rows.map(({ question, ...known }) => [question, known]))
}

/** Inserts questions; the library must not contain them yet. */
export const addPairs = (
  db: Queryable,
  library: Library,
  pairs: readonly Pair[],
  by: { agentId: AgentId; now: Date },
) =>
  writePairs(
    db,
    library,
    pairs.map((pair) => ({ ...pair, known: undefined })),
    { ...by, enabled: true },
  )

/** Bulk: a constant number of statements. `enabled` is for new ones; those replaced stay as they are. */
export async function writePairs(
  db: Queryable,
  library: Library,
  pairs: readonly Written[],
  { agentId, now, enabled }: { agentId: AgentId; now: Date; enabled: boolean },
): Promise<void> {
  const rows = pairs.map(({ known, ...pair }) => ({
    ...EMPTY,
    version: (known?.version ?? 0) + 1,
    ...pairRow(library, known?.id ?? newId<KnowledgeId>(now), { ...pair, origin: ORIGIN_IMPORT, enabled }, now),
    updatedBy: agentId,
  }))
  const [added, replaced] = [rows.filter((row) => row.version === 1), rows.filter((row) => row.version > 1)]
  await insertRows(db, knowledge, added)
  await updateRows(
    db,
    knowledge,
    ['ent_id', 'id'],
    ['similar', 'answer', 'updated_by', 'updated_at', 'version'],
    replaced,
  )
  await putPiecesOfMany(
    db,
    library,
    rows.map((row) => ({ knowledgeId: row.id, pieces: piecesOfPair(row) })),
  )
}

/** Unused columns of a question; bulk inserts need every column. */
const EMPTY = { url: '', body: '', isPasted: false, fileKey: '', fileName: '', error: '', hits: 0 }
