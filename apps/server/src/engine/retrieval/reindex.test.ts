import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { count, eq, like, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import { knowledgePiece, knowledgeTerm } from '../../db/schema/index.ts'
import { freshDatabase } from '../../testing/fresh-database.ts'
import { fillLibrary, openLibrary } from '../../testing/library.ts'
import { plansOf } from '../../testing/plans.ts'
import { type EvalEntry, fixture, readLines } from '../../testing/retrieval-eval.ts'
import { ANALYSER_VERSION } from './terms.ts'
import { entryOf } from './entry.ts'
import { searchKnowledge } from './index.ts'
import { REINDEXED_AT_ONCE, reindexOutdated } from './reindex.ts'
import { pieceTerms } from './terms.ts'

const now = new Date('2026-11-02T09:00:00+08:00')

/** An account with so many entries, all indexed by an older analyser without usable terms. */
async function outdated(entries: number) {
  const fresh = await freshDatabase()
  const db = openDatabase({ url: fresh.url, clock: { now: () => now } })
  onTestFinished(async () => {
    await db.close()
    await fresh.drop()
  })
  const library = await openLibrary(db.sql, now)
  const pairs = Array.from({ length: entries }, (_, no) => ({
    question: `${no}号衣柜多少钱`,
    similar: [],
    answer: '599 元',
  }))
  await fillLibrary(db.sql, library, pairs, now)
  await db.sql.update(knowledgeTerm).set({ term: sql`'旧' || ${knowledgeTerm.term}` })
  await db.sql.update(knowledgePiece).set({ analyser: ANALYSER_VERSION - 1 })
  const find = async (question: string) => (await searchKnowledge(db.sql, library, question)).map(({ title }) => title)
  const countReadBy = async (analyser: number) => {
    const [row] = await db.sql.select({ n: count() }).from(knowledgePiece).where(eq(knowledgePiece.analyser, analyser))
    return row?.n
  }
  const left = () => countReadBy(ANALYSER_VERSION - 1)
  return { db, find, left, countReadBy }
}

test('what an older analyser has read is read again, some at a time, until nothing is left', async () => {
  const { db, find, left } = await outdated(REINDEXED_AT_ONCE + 1)
  expect(await find('7号衣柜多少钱')).toEqual([])

  expect(await reindexOutdated(db)).toBe(true)
  expect(await left()).toBe(1)
  expect(await reindexOutdated(db)).toBe(false)

  expect(await left()).toBe(0)
  expect((await find('7号衣柜多少钱'))[0]).toBe('7号衣柜多少钱')
  expect(await db.sql.select().from(knowledgeTerm).where(like(knowledgeTerm.term, '旧%'))).toEqual([])
})

test('one node reindexes at a time; an aborted round changes nothing', async () => {
  const { db, left } = await outdated(1)
  const others: boolean[] = []
  const lost = db.transaction(async (tx) => {
    await reindexOutdated({ ...db, transaction: (work) => work(tx) })
    others.push(await reindexOutdated(db))
    throw new Error('the node is lost')
  })

  await expect(lost).rejects.toThrow('the node is lost')
  expect([others, await left()]).toEqual([[false], 1])
  await reindexOutdated(db)

  expect(await left()).toBe(0)
})

test('what a newer analyser has read stays as it is, and nothing is read from end to end to see that', async () => {
  const { db, left, countReadBy } = await outdated(1)
  await db.sql.update(knowledgePiece).set({ analyser: ANALYSER_VERSION + 1 })
  await db.sql
    .execute(sql`insert into knowledge_piece (ent_id, library_id, knowledge_id, heading, text, words, analyser)
    select ent_id, library_id, knowledge_id, heading, text, words, analyser from knowledge_piece, generate_series(1, 2999)`)
  await db.sql.execute(sql`vacuum analyze knowledge_piece`)

  const plans = await plansOf(db, () => reindexOutdated(db))

  expect(plans.filter((plan) => /Seq Scan on knowledge_piece/.test(plan))).toEqual([])
  expect(await left()).toBe(0)
  expect(await countReadBy(ANALYSER_VERSION + 1)).toBe(3_000)
})

const THESAURUS = new URL('./thesaurus/', import.meta.url)

test('a change of the index terms needs a higher ANALYSER_VERSION', async () => {
  const entries = await readLines<EvalEntry>(fixture('knowledge.jsonl'))
  const hash = createHash('sha256')
  for (const { question, similar, answer } of entries)
    hash.update(JSON.stringify([...pieceTerms(entryOf({ words: [question, ...similar], text: answer }))]))
  for (const file of (await readdir(THESAURUS)).toSorted()) hash.update(await readFile(new URL(file, THESAURUS)))

  const made = { version: ANALYSER_VERSION, by: hash.digest('hex').slice(0, 16) }

  expect(made).toEqual({ version: 3, by: '0592c1bd76c7af11' })
})
