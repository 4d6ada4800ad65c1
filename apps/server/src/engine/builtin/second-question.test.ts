import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { type FreshDatabase, freshDatabase } from '../../testing/fresh-database.ts'
import { fillLibrary, openLibrary, openLibraryDatabase } from '../../testing/library.ts'
import { EVAL_BUDGETS } from '../../testing/eval-figures.ts'
import { type EvalEntry, fixture, readLines } from '../../testing/retrieval-eval.ts'
import { searchKnowledge } from '../retrieval/index.ts'
import type { OwnLibrary } from '../retrieval/pieces.repo.ts'
import { readSituation } from '../situation.ts'
import { inputOf } from '../testing/talk.ts'
import { searchBurst } from './questions.ts'

let database: FreshDatabase
let db: Database
let library: OwnLibrary
let entries: EvalEntry[]

beforeAll(async () => {
  database = await freshDatabase()
  db = await openLibraryDatabase(database.url)
  const now = new Date()
  library = await openLibrary(db.sql, now)
  entries = await readLines<EvalEntry>(fixture('knowledge.jsonl'))
  await fillLibrary(db.sql, library, entries, now)
})

afterAll(async () => {
  await db.close()
  await database.drop()
})

const search = (words: string) => searchKnowledge(db.sql, library, words)

/** The titles found for the last message of a conversation. */
const answersTo = async (...said: string[]): Promise<string[]> => {
  const { hits } = await searchBurst(readSituation(inputOf({ said, search })))
  return hits.map(({ title }) => title)
}

/** A question that comes after another one was answered. */
const answersAfter = (first: string, question: string) => answersTo(`他: ${first}`, '我: 好的', `他: ${question}`)

test.each([
  ['热玛吉有效果吗', '那多少钱呢', ['热玛吉多少钱']],
  ['双眼皮能做吗', '怎么收费', ['割双眼皮多少钱']],
  ['双眼皮能做吗', '多久', ['双眼皮恢复期多久']],
  ['橱柜能定做吗', '大概什么价位', ['橱柜多少钱一米']],
  ['可以免费量房吗', '要钱吗', ['可以免费量房吗']],
  ['你们做门窗吗', '多少钱', ['你们做门窗吗']],
  ['橱柜多少钱', '太贵了吧', ['橱柜多少钱一米']],
  // A thing that was only named.
  ['衣柜', '多少钱', ['衣柜多少钱一平']],
  // Nothing is known of it: no price, and no time, of something else.
  ['可以洗牙吗', '多少钱', []],
  ['橱柜能定做吗', '多久', []],
  // Not asked of what was spoken of.
  ['有试听课吗', '你们几点营业', ['几点营业']],
])('%s — %s is answered by %j', async (first, question, titles) => {
  expect(await answersAfter(first, question)).toEqual(titles)
})

test('asked in one breath it is asked of the same thing', async () => {
  expect(await answersTo('他: 双眼皮能做吗？多少钱？')).toContain('割双眼皮多少钱')
  expect(await answersTo('他: 可以洗牙吗？多少钱？')).toEqual([])
})

test('an unknown topic is refused after an answered question as it is at the beginning', async () => {
  const outside = await readLines<{ question: string }>(fixture('outside.jsonl'))
  const answered: string[] = []
  for (const [index, { question }] of outside.entries()) {
    // Each after another entry's question, whichever it is.
    const first = entries[(index * 37) % entries.length]?.question ?? ''
    answered.push(...(await answersAfter(first, question)))
  }

  expect(outside.length).toBeGreaterThanOrEqual(100)
  expect(answered.length).toBeLessThanOrEqual(outside.length * (1 - EVAL_BUDGETS.held))
})
