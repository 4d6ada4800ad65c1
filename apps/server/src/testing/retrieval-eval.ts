import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type EntId, SCORE_HIT } from '@ruwu/contract'
import type { Queryable } from '../db/database.ts'
import type { Found } from '../engine/index.ts'
import { judge } from '../engine/judge.ts'
import { searchKnowledge } from '../engine/retrieval/index.ts'
import type { OwnLibrary } from '../engine/retrieval/pieces.repo.ts'
import { createBm25 } from './bm25.ts'
import { fillLibrary, type LibraryPair, openLibrary } from './library.ts'

export type EvalEntry = LibraryPair & { id: string }
/** The ids of all entries that answer the question; without any it must not be answered. `set` tells whether the search was tuned on it. */
type EvalQuestion = { question: string; entryId?: string; entryIds?: string[]; set?: string }

export type EvalRun = { knowledge: string; questions: readonly string[] }

const fixtures = new URL('../../../../fixtures/ai/', import.meta.url)
export const fixture = (name: string): string => fileURLToPath(new URL(name, fixtures))

/** Five trades, five others that the thesaurus covers less, and one trade with many near entries. docs/retrieval.md tells which questions were tuned on. */
export const EVAL_RUNS: readonly EvalRun[] = [
  {
    knowledge: fixture('knowledge.jsonl'),
    questions: [fixture('questions.jsonl'), fixture('outside.jsonl'), fixture('fresh.jsonl')],
  },
  { knowledge: fixture('others-knowledge.jsonl'), questions: [fixture('others.jsonl')] },
  { knowledge: fixture('studio-knowledge.jsonl'), questions: [fixture('studio.jsonl')] },
]

export async function readLines<T>(file: string): Promise<T[]> {
  const lines = (await readFile(file, 'utf8')).split('\n')
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as T)
}

/** Results per question: hit@10 is reported. */
const FOUND = 10

/** The search under evaluation; `prepare` runs after all entries are stored. */
export type EvalSearch = {
  prepare(entId: EntId): Promise<void>
  find(library: OwnLibrary, question: string, limit: number): Promise<Found[]>
}

const byWords = (db: Queryable): EvalSearch => ({
  prepare: async () => {},
  find: (library, question, limit) => searchKnowledge(db, library, question, { limit }),
})

/** What became of one question. A place counts from 0; -1 is not found. */
export type Outcome = {
  set: string
  question: string
  /** False: no entry answers it. */
  isKnown: boolean
  place: number
  /** Place by plain BM25. */
  bm25: number
  /** Score of the best piece. */
  confidence: number
  decision: 'answer' | 'choose' | 'miss'
  /** The right entry is among the choices. */
  isOffered: boolean
  best: string
}

/**
 * Runs in sequence, each in an account of its own; searches by words unless `search` is given. Of a set with more than
 * `most` questions about so many are asked, evenly spread.
 */
export async function evaluateRuns(
  db: Queryable,
  runs: readonly EvalRun[],
  { search = byWords(db), most = Number.MAX_SAFE_INTEGER }: { search?: EvalSearch; most?: number } = {},
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const { knowledge, questions } of runs) {
    const asked = await Promise.all(questions.map((file) => readLines<EvalQuestion>(file)))
    const bySet = Object.values(Object.groupBy(asked.flat(), ({ set = '' }) => set))
    const sample = bySet.flatMap((all = []) => all.filter((_, index) => index % Math.ceil(all.length / most) === 0))
    outcomes.push(...(await evaluate(db, await readLines<EvalEntry>(knowledge), sample, search)))
  }
  return outcomes
}

/** Stores the entries in a new account and asks its questions. */
async function evaluate(
  db: Queryable,
  entries: readonly EvalEntry[],
  questions: readonly EvalQuestion[],
  search: EvalSearch,
): Promise<Outcome[]> {
  const now = new Date()
  const library = await openLibrary(db, now)
  const ids = await fillLibrary(db, library, entries, now)
  await search.prepare(library.entId)
  const entryOf = new Map(ids.map((id, index) => [id, entries[index]?.id ?? '']))
  const bm25 = createBm25(entries)
  const outcomes: Outcome[] = []
  for (const { question, entryId, entryIds = entryId === undefined ? [] : [entryId], set = 'all' } of questions) {
    const found = await search.find(library, question, FOUND)
    const isRight = ({ knowledgeId }: Found) => entryIds.includes(entryOf.get(knowledgeId) ?? '')
    const judgement = judge(found, SCORE_HIT)
    const [best] = found
    outcomes.push({
      set,
      question,
      isKnown: entryIds.length > 0,
      place: found.findIndex(isRight),
      bm25: bm25(question).findIndex((index) => entryIds.includes(entries[index]?.id ?? '')),
      confidence: best?.score ?? 0,
      decision: judgement.kind,
      isOffered: judgement.kind === 'choose' && judgement.choices.some(isRight),
      best: best?.title ?? '',
    })
  }
  return outcomes
}
