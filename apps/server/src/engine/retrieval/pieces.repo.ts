import { setImmediate } from 'node:timers/promises'
import type { EntId, KnowledgeId, RelationId } from '@ruwu/contract'
import { and, asc, count, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { REINDEX_LOCK } from '../../db/advisory-lock.ts'
import type { Queryable } from '../../db/database.ts'
import { array } from '../../db/rows.ts'
import { channelAccount, knowledge, knowledgePiece, knowledgeTerm, type LibraryId } from '../../db/schema/index.ts'
import { entryOf } from './entry.ts'
import { ANALYSER_VERSION, pieceTerms } from './terms.ts'

/** An account's own knowledge; without an account the library that the enterprise's accounts share. */
export type Library = { entId: EntId; relationId: RelationId | null }
export type OwnLibrary = { entId: EntId; relationId: RelationId }
export const libraryIdOf = ({ entId, relationId }: Library): LibraryId => relationId ?? entId
type EntryKey = Library & { knowledgeId: KnowledgeId }

/** `words` are what a question is compared with: the questions of a Q&A, or one text of heading and text. */
type NewPiece = { heading: string; text: string; words: readonly string[] }
type EntryPieces = { knowledgeId: KnowledgeId; pieces: readonly NewPiece[] }

/** Entries written per statement. */
const ENTRIES_AT_ONCE = 200
/** Pieces segmented before the event loop gets a turn. */
const PIECES_AT_ONCE = 10
/** Pieces segmented before their terms are inserted: a transaction without a statement for seconds is ended by the database. */
const PIECES_PER_INSERT = 100

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
  library: Library,
  pieces: readonly (NewPiece & { knowledgeId: KnowledgeId })[],
): Promise<void> {
  if (pieces.length === 0) return
  const { entId } = library
  const libraryId = libraryIdOf(library)
  const rows = await db
    .insert(knowledgePiece)
    .values(
      pieces.map((piece) => ({ entId, libraryId, ...piece, words: [...piece.words], analyser: ANALYSER_VERSION })),
    )
    .returning({ no: knowledgePiece.no })
  await putTerms(
    db,
    pieces.map((piece, index) => ({ ...piece, entId, libraryId, no: rows[index]?.no ?? 0 })),
  )
}

/** Writes the index terms of these pieces. */
async function putTerms(db: Queryable, pieces: readonly IndexedPiece[]): Promise<void> {
  for (let at = 0; at < pieces.length; at += PIECES_PER_INSERT)
    await putSomeTerms(db, pieces.slice(at, at + PIECES_PER_INSERT))
}

async function putSomeTerms(db: Queryable, pieces: readonly IndexedPiece[]): Promise<void> {
  const terms: (PieceKey & { term: string; weight: number })[] = []
  for (const [index, piece] of pieces.entries()) {
    // A long document takes seconds of CPU: yield to other requests.
    if (index % PIECES_AT_ONCE === 0) await setImmediate()
    const { entId, libraryId, no } = piece
    for (const [term, weight] of pieceTerms(entryOf(piece))) terms.push({ entId, libraryId, no, term, weight })
  }
  await db.execute(sql`insert into ${knowledgeTerm} (ent_id, library_id, no, term, weight)
    select * from unnest(${array(terms, ({ entId }) => entId)}::uuid[], ${array(terms, ({ libraryId }) => libraryId)}::uuid[],
      ${array(terms, ({ no }) => no)}::int8[], ${array(terms, ({ term }) => term)}::text[],
      ${array(terms, ({ weight }) => weight)}::int2[])`)
}

type PieceKey = { entId: EntId; libraryId: LibraryId; no: number }
type IndexedPiece = NewPiece & PieceKey

/** The pieces of these entries, in order. */
export const listPieces = (db: Queryable, entId: EntId, ids: readonly KnowledgeId[]) =>
  db
    .select({
      knowledgeId: knowledgePiece.knowledgeId,
      heading: knowledgePiece.heading,
      text: knowledgePiece.text,
      words: knowledgePiece.words,
    })
    .from(knowledgePiece)
    .where(and(eq(knowledgePiece.entId, entId), inArray(knowledgePiece.knowledgeId, [...ids])))
    .orderBy(asc(knowledgePiece.no))

/** Locks the reindexing for this transaction; false while another node holds it. */
export async function tryReindexLock(db: Queryable): Promise<boolean> {
  const { rows } = await db.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${REINDEX_LOCK}::int, 0) as locked`,
  )
  return rows[0]?.locked ?? false
}

/** Pieces indexed by an older analyser, locked; those that other transactions hold are skipped. */
export function lockOutdatedPieces(db: Queryable, limit: number): Promise<IndexedPiece[]> {
  const { entId, libraryId, no, heading, text, words } = knowledgePiece
  return db
    .select({ entId, libraryId, no, heading, text, words })
    .from(knowledgePiece)
    .where(lt(knowledgePiece.analyser, ANALYSER_VERSION))
    .orderBy(asc(knowledgePiece.analyser))
    .limit(limit)
    .for('update', { skipLocked: true })
}

/** Replaces the index terms of these pieces and marks them with the current analyser. */
export async function replaceTerms(db: Queryable, pieces: readonly IndexedPiece[]): Promise<void> {
  const these = sql`unnest(${array(pieces, (piece) => piece.entId)}::uuid[],
    ${array(pieces, (piece) => piece.libraryId)}::uuid[], ${array(pieces, (piece) => piece.no)}::int8[])
    as p(ent_id, library_id, no)`
  const isThis = sql`t.ent_id = p.ent_id and t.library_id = p.library_id and t.no = p.no`
  await db.execute(sql`delete from ${knowledgeTerm} t using ${these} where ${isThis}`)
  await putTerms(db, pieces)
  await db.execute(
    sql`update ${knowledgePiece} t set analyser = ${ANALYSER_VERSION}::int from ${these} where ${isThis}`,
  )
}

/** Entries the AI may answer from: enabled and learned once. While an entry is learned again its old pieces stay in use. */
export const isInUse = and(eq(knowledge.enabled, true), gt(knowledge.pieces, 0))

/** Entries of these libraries that are in use. */
export async function countInUse(db: Queryable, libraries: Libraries): Promise<number> {
  const [row] = await db
    .select({ entries: count() })
    .from(knowledge)
    .where(and(eq(knowledge.entId, libraries.entId), inArray(knowledge.libraryId, libraryIdsOf(libraries)), isInUse))
  return row?.entries ?? 0
}

/** Libraries that are searched together. */
export type Libraries = { entId: EntId; relationIds: readonly Library['relationId'][] }

const libraryIdsOf = ({ entId, relationIds }: Libraries) =>
  relationIds.map((relationId) => libraryIdOf({ entId, relationId }))

export const isSearched = (libraries: Libraries) =>
  sql`ent_id = ${libraries.entId} and library_id = any(${sql.param(libraryIdsOf(libraries))}::uuid[])`

/** The customer of `accountId` is answered from this library: the account's own, or that of its main account. */
export type Answering = OwnLibrary & { accountId?: RelationId }

/** An own library and, unless the account that the customer wrote to has switched it off, the enterprise's. */
export async function librariesOf(
  db: Queryable,
  { entId, relationId, accountId = relationId }: Answering,
): Promise<Libraries> {
  const [account] = await db
    .select({ usesShared: channelAccount.usesShared })
    .from(channelAccount)
    .where(and(eq(channelAccount.entId, entId), eq(channelAccount.id, accountId)))
  return { entId, relationIds: account?.usesShared ? [relationId, null] : [relationId] }
}
