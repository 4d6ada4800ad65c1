import { seededRandom } from '@ruwu/testkit'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../db/database.ts'
import { embeddingSpace, knowledgePiece } from '../../../db/schema/index.ts'
import { listWithoutVectors } from '../../../features/model-setting/index.ts'
import { type FreshDatabase, freshDatabase } from '../../../testing/fresh-database.ts'
import { fillLibrary, openLibrary } from '../../../testing/library.ts'
import { manyPairs } from '../../../testing/many-pairs.ts'
import { plansOf } from '../../../testing/plans.ts'
import type { Library } from '../pieces.repo.ts'
import { createLibraryVectors } from './library-vectors.ts'
import type { Space } from './spaces.repo.ts'
import { nextPieces, vectorsAfter, writeVectors } from './vectors.repo.ts'

const DIMENSIONS = 32
const MODEL = { baseUrl: 'https://model.example.com/v1', model: 'bge' }
const now = new Date('2026-11-02T09:00:00+08:00')
const random = seededRandom(3)
const some = () => Int8Array.from({ length: DIMENSIONS }, () => Math.round(254 * random() - 127))

let fresh: FreshDatabase
let db: Database

beforeAll(async () => {
  fresh = await freshDatabase()
  db = openDatabase({ url: fresh.url, clock: { now: () => now } })
})
afterAll(async () => {
  await db.close()
  await fresh.drop()
})

async function openSpace(library: Library): Promise<Space> {
  const row = { entId: library.entId, ...MODEL, dimensions: DIMENSIONS, near: 0.8, far: 0.4, createdAt: now }
  const [space] = await db.sql.insert(embeddingSpace).values(row).returning()
  if (!space) throw new Error('the space was not inserted')
  return space
}

async function filled(pairs: number): Promise<{ library: Library; space: Space }> {
  const library = await openLibrary(db.sql, now)
  await fillLibrary(db.sql, library, manyPairs(pairs), now)
  return { library, space: await openSpace(library) }
}

/** Vectors for so many of those that wait. */
async function write(space: Space, count: number): Promise<number> {
  const pieces = await nextPieces(db.sql, space, count)
  await writeVectors(
    db,
    space,
    pieces.map(({ libraryId, no }) => ({ libraryId, no, vector: some() })),
  )
  return pieces.length
}

test('only what is new is read, and every node reads all of it', async () => {
  const { library, space } = await filled(30)
  const [one, other] = [createLibraryVectors(db.sql), createLibraryVectors(db.sql)]

  await write(space, 10)
  expect((await one.load(library, space)).size).toBe(10)
  await write(space, 10)
  await write(space, 10)
  const plans = await plansOf(db, async () => {
    expect((await one.load(library, space)).size).toBe(30)
  })

  expect(plans).toHaveLength(1)
  expect((await other.load(library, space)).size).toBe(30)
  expect(await write(space, 10)).toBe(0)
})

test('a reader behind concurrent writers misses no vector', async () => {
  const { library, space } = await filled(120)
  const libraries = createLibraryVectors(db.sql)
  const pieces = await nextPieces(db.sql, space, 120)

  const writing = Array.from({ length: 12 }, (_, at) =>
    writeVectors(
      db,
      space,
      pieces.slice(at * 10, at * 10 + 10).map(({ libraryId, no }) => ({ libraryId, no, vector: some() })),
    ),
  )
  const reading = Array.from({ length: 12 }, () => libraries.load(library, space))
  await Promise.all([...writing, ...reading])

  expect((await libraries.load(library, space)).size).toBe(120)
})

test('writing vectors and replacing pieces do not wait for each other', async () => {
  const { library, space } = await filled(3)
  const pieces = await nextPieces(db.sql, space, 3)
  const vectors = pieces.map(({ libraryId, no }) => ({ libraryId, no, vector: some() }))

  await db.transaction(async (tx) => {
    await tx.sql.delete(knowledgePiece).where(eq(knowledgePiece.no, pieces[0]?.no ?? 0))
    expect(await writeVectors(db, space, vectors)).toBe(true)
  })

  expect((await createLibraryVectors(db.sql).load(library, space)).size).toBe(2)
})

test('memory is kept for those asked last', async () => {
  const places = [await filled(100), await filled(100), await filled(100)]
  for (const { space } of places) await write(space, 100)
  const room = createLibraryVectors(db.sql)
  const [first] = places
  const each = first ? (await room.load(first.library, first.space)).bytes : 0
  const libraries = createLibraryVectors(db.sql, 2 * each)

  for (const { library, space } of places) expect((await libraries.load(library, space)).size).toBe(100)

  expect(libraries.bytes).toBe(2 * each)
  expect(each).toBeGreaterThan(100 * DIMENSIONS)
})

test('what waits and what is new is found by an index, however much is there', async () => {
  const { library, space } = await filled(2_000)
  await write(space, 1_990)
  // As autovacuum, which tests switch off, would: without statistics the plan depends on chance.
  await db.pool.query('analyze')
  const after = { vectorNo: 0, no: 0 }

  const plans = await plansOf(db, async () => {
    expect(await listWithoutVectors(db.sql, MODEL, now)).toEqual([library.entId])
    expect(await nextPieces(db.sql, space, 20)).toHaveLength(10)
    expect(await vectorsAfter(db.sql, library, space.id, { after, limit: 5 })).toHaveLength(5)
  })

  expect(plans).toHaveLength(3)
  expect(plans.join('\n')).not.toMatch(/Seq Scan on knowledge/)
})
