import { KNOWLEDGE_MAX } from '@ruwu/contract'
import { seededRandom } from '@ruwu/testkit'
import type { Database } from '../db/database.ts'
import { embeddingSpace } from '../db/schema/index.ts'
import { createLibraryVectors } from '../engine/retrieval/vectors/library-vectors.ts'
import { nextPieces, writeVectors } from '../engine/retrieval/vectors/vectors.repo.ts'
import { fillLibrary, openLibrary, openLibraryDatabase } from './library.ts'
import { manyPairs } from './many-pairs.ts'

const DIMENSIONS = 1_024
const WRITTEN_AT_ONCE = 500
const TIMES = 100
const NEAREST = 200

/** Times of looking among all vectors of an account for those nearest to a question, and of reading them for the first time. */
export async function measureVectors(url: string, entries = KNOWLEDGE_MAX) {
  const db = await openLibraryDatabase(url)
  const now = new Date()
  const library = await openLibrary(db.sql, now)
  await fillLibrary(db.sql, library, manyPairs(entries), now)
  const random = seededRandom(1)
  const some = () => Int8Array.from({ length: DIMENSIONS }, () => Math.round(254 * random() - 127))
  const space = await fillVectors(db, library.entId, some)

  const libraries = createLibraryVectors(db.sql)
  const began = performance.now()
  const matrix = await libraries.load(library, space)
  const firstRead = performance.now() - began
  const looks: number[] = []
  for (let time = 0; time < TIMES; time += 1) {
    const asked = some()
    const start = performance.now()
    await libraries.load(library, space)
    matrix.nearest(asked, { count: NEAREST, from: 0 })
    looks.push(performance.now() - start)
  }
  await db.close()
  return { looks, firstRead, bytes: libraries.bytes }
}

async function fillVectors(db: Database, entId: typeof embeddingSpace.$inferSelect.entId, some: () => Int8Array) {
  const measured = { dimensions: DIMENSIONS, near: 0.8, far: 0.5 }
  const place = { entId, baseUrl: 'https://model.example.com/v1', model: 'bench', createdAt: new Date() }
  const [space] = await db.sql
    .insert(embeddingSpace)
    .values({ ...place, ...measured })
    .returning()
  if (!space) throw new Error('the space was not inserted')
  for (;;) {
    const pieces = await nextPieces(db.sql, space, WRITTEN_AT_ONCE)
    if (pieces.length === 0) return space
    await writeVectors(
      db,
      space,
      pieces.map(({ libraryId, no }) => ({ libraryId, no, vector: some() })),
    )
  }
}
