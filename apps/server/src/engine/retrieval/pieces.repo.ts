import { setImmediate } from 'node:timers/promises'
import type { EntId, KnowledgeId, RelationId } from '@ruwu/contract'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { array } from '../../db/rows.ts'
import { knowledgePiece, knowledgeTerm } from '../../db/schema/index.ts'
import { ANALYSER_VERSION } from './analyser-version.ts'
import { entryOf } from './entry.ts'
import { pieceTerms } from './terms.ts'

/** One account's knowledge. */
export type Library = { entId: EntId; relationId: RelationId }
export type EntryKey = Library & { knowledgeId: KnowledgeId }

/** `words` are what a question is compared with: the questions of a Q&A, or one text of heading and text. */
export type NewPiece = { heading: string; text: string; words: readonly string[] }
export type EntryPieces = { knowledgeId: KnowledgeId; pieces: readonly NewPiece[] }

/** Entries whose pieces are written in one statement. */
const ENTRIES_AT_ONCE = 200
/** Pieces whose words are cut before others have their turn. */
const PIECES_AT_ONCE = 10

/** Replaces all pieces of an entry. */
export const putPieces = (db: Queryable, { entId, relationId, knowledgeId }: EntryKey, pieces: readonly NewPiece[]) =>
  putPiecesOfMany(db, { entId, relationId }, [{ knowledgeId, pieces }])

/** Replaces all pieces of these entries. */
export async function putPiecesOfMany(db: Queryable, library: Library, entries: readonly EntryPieces[]): Promise<void> {
  for (let at = 0; at < entries.length; at += ENTRIES_AT_ONCE) {
    const some = entries.slice(at, at + ENTRIES_AT_ONCE)
    await drop(
      db,
      library.entId,
      some.map(({ knowledgeId }) => knowledgeId),
    )
    await insert(
      db,
      library,
      some.flatMap(({ knowledgeId, pieces }) => pieces.map((piece) => ({ knowledgeId, ...piece }))),
    )
  }
}

export const dropPieces = (db: Queryable, { entId, knowledgeId }: EntryKey): Promise<void> =>
  drop(db, entId, [knowledgeId])

async function drop(db: Queryable, entId: EntId, ids: KnowledgeId[]): Promise<void> {
  await db.delete(knowledgePiece).where(and(eq(knowledgePiece.entId, entId), inArray(knowledgePiece.knowledgeId, ids)))
}

async function insert(
  db: Queryable,
  { entId, relationId }: Library,
  pieces: readonly (NewPiece & { knowledgeId: KnowledgeId })[],
): Promise<void> {
  if (pieces.length === 0) return
  const rows = await db
    .insert(knowledgePiece)
    .values(
      pieces.map((piece) => ({ entId, relationId, ...piece, words: [...piece.words], analyser: ANALYSER_VERSION })),
    )
    .returning({ no: knowledgePiece.no })
  await putTerms(
    db,
    pieces.map((piece, index) => ({ ...piece, entId, relationId, no: rows[index]?.no ?? 0 })),
  )
}

/** Writes what these pieces are found by. */
export async function putTerms(db: Queryable, pieces: readonly (NewPiece & Library & { no: number })[]): Promise<void> {
  const terms: (Library & { no: number; term: string; weight: number })[] = []
  for (const [index, piece] of pieces.entries()) {
    // A long document takes seconds: customers are answered in between.
    if (index % PIECES_AT_ONCE === 0) await setImmediate()
    const { entId, relationId, no } = piece
    for (const [term, weight] of pieceTerms(entryOf(piece))) terms.push({ entId, relationId, no, term, weight })
  }
  await db.execute(sql`insert into ${knowledgeTerm} (ent_id, relation_id, no, term, weight)
    select * from unnest(${array(terms, ({ entId }) => entId)}::uuid[], ${array(terms, ({ relationId }) => relationId)}::uuid[],
      ${array(terms, ({ no }) => no)}::int8[], ${array(terms, ({ term }) => term)}::text[],
      ${array(terms, ({ weight }) => weight)}::int2[])`)
}
