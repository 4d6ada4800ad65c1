import type { EntId, KnowledgeId } from '@ruwu/contract'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../../../db/database.ts'
import { array } from '../../../db/rows.ts'
import { embeddingSpace, type LibraryId } from '../../../db/schema/index.ts'
import { type Library, libraryIdOf } from '../pieces.repo.ts'
import type { Space } from './spaces.repo.ts'

type SpaceKey = Pick<Space, 'entId' | 'id'>

/** A piece that has no vector of this space yet. */
export type WaitingPiece = { libraryId: LibraryId; no: number; text: string; words: string[] }
export type VectorOf = Pick<WaitingPiece, 'libraryId' | 'no'> & { vector: Int8Array }
export type StoredVector = { no: number; vectorNo: number; vector: Buffer }

// `<` and `>` use the index; `<>` would read every piece that already has its vector.
const waitingParts = (entId: EntId, id: number) =>
  [sql`space_id is null`, sql`space_id < ${id}`, sql`space_id > ${id}`].map(
    (isWaiting) => sql`ent_id = ${entId} and ${isWaiting}`,
  )

export async function nextPieces(db: Queryable, { entId, id }: SpaceKey, limit: number): Promise<WaitingPiece[]> {
  // Ordered as the index is: a range alone may be planned as a scan of the table, which reads all of it when nothing waits.
  const parts = waitingParts(entId, id).map(
    (where) =>
      sql`(select library_id, no, text, words from knowledge_piece where ${where} order by ent_id, space_id, library_id limit ${limit})`,
  )
  const { rows } = await db.execute<Omit<WaitingPiece, 'libraryId'> & { library_id: string }>(
    sql`select * from (${sql.join(parts, sql` union all `)}) as waiting limit ${limit}`,
  )
  return rows.map(({ library_id, ...row }) => ({ ...row, libraryId: library_id.replaceAll('-', '') as LibraryId }))
}

/** Writes vectors under one vector_no. The row lock on the space makes numbers follow commit order. False when the space is retired. */
export async function writeVectors(
  db: Database,
  { entId, id }: SpaceKey,
  vectors: readonly VectorOf[],
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [numbered] = await tx.sql
      .update(embeddingSpace)
      .set({ written: sql`${embeddingSpace.written} + 1` })
      .where(and(eq(embeddingSpace.entId, entId), eq(embeddingSpace.id, id), isNull(embeddingSpace.retiredAt)))
      .returning({ written: embeddingSpace.written })
    if (!numbered) return false
    // Skip locked: pieces locked by another transaction are being replaced and need no vector.
    await tx.sql.execute(sql`
      with v as materialized (select * from unnest(${array(vectors, ({ libraryId }) => libraryId)}::uuid[],
          ${array(vectors, ({ no }) => no)}::int8[], ${array(vectors, bytesOf)}::bytea[]) as v(library_id, no, vector)),
        free as materialized (select p.library_id, p.no, v.vector from knowledge_piece p join v using (library_id, no)
          where p.ent_id = ${entId} for no key update of p skip locked)
      update knowledge_piece p set vector = free.vector, space_id = ${id}, vector_no = ${numbered.written}
      from free where p.ent_id = ${entId} and p.library_id = free.library_id and p.no = free.no`)
    return true
  })
}

const bytesOf = ({ vector }: VectorOf) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)

/** Vectors after the cursor (vectorNo, no), in that order. */
export async function vectorsAfter(
  db: Queryable,
  library: Library,
  spaceId: number,
  { after, limit }: { after: Pick<StoredVector, 'vectorNo' | 'no'>; limit: number },
): Promise<StoredVector[]> {
  const { rows } = await db.execute<{ no: number; vector_no: number; vector: Buffer }>(sql`
    select no, vector_no, vector from knowledge_piece
    where ent_id = ${library.entId} and space_id = ${spaceId} and library_id = ${libraryIdOf(library)}
      and (vector_no, no) > (${after.vectorNo}, ${after.no})
    order by vector_no, no
    limit ${limit}`)
  return rows.map(({ vector_no, ...row }) => ({ ...row, vectorNo: vector_no }))
}

/** The numbers among these whose piece is deleted or in another library. */
export async function findMissing(db: Queryable, library: Library, numbers: number[]): Promise<number[]> {
  const { rows } = await db.execute<{ no: number }>(sql`
    select a.no from unnest(${sql.param(numbers)}::int8[]) as a(no)
    where not exists (select 1 from knowledge_piece
      where ent_id = ${library.entId} and library_id = ${libraryIdOf(library)} and no = a.no)`)
  return rows.map(({ no }) => no)
}

/** Gives an entry's vectors a new vector_no, so that nodes read them into the library the entry is moved to. Call before the move. */
export async function renumberVectors(db: Queryable, entId: EntId, knowledgeId: KnowledgeId): Promise<void> {
  await db.execute(sql`
    with space as (update embedding_space set written = written + 1
        where ent_id = ${entId} and id in (select space_id from knowledge_piece
          where ent_id = ${entId} and knowledge_id = ${knowledgeId} and space_id is not null)
        returning id, written)
    update knowledge_piece p set vector_no = space.written
    from space where p.ent_id = ${entId} and p.knowledge_id = ${knowledgeId} and p.space_id = space.id`)
}

/** Pieces of an enterprise with a vector of this space, and in total. */
export async function countVectors(
  db: Queryable,
  entId: EntId,
  spaceId: number | undefined,
): Promise<{ ready: number; total: number }> {
  const { rows } = await db.execute<{ ready: number; total: number }>(sql`
    select count(*) filter (where space_id = ${spaceId ?? null}) as ready, count(*) as total
    from knowledge_piece where ent_id = ${entId}`)
  return rows[0] ?? { ready: 0, total: 0 }
}
