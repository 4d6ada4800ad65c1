import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type EntId, SCORE_HIT } from '@ruwu/contract'
import type { Queryable } from '../db/database.ts'
import type { Found } from '../engine/index.ts'
import { searchKnowledge } from '../engine/retrieval/index.ts'
import type { OwnLibrary } from '../engine/retrieval/pieces.repo.ts'
import { fillLibrary, type LibraryPair, openLibrary } from './library.ts'

export type EvalEntry = LibraryPair & { id: string }
/** A question without an entry must be refused. `set` tells whether the search was tuned on it. */
type EvalQuestion = { question: string; entryId?: string; set?: string }

export type Tally = {
  set: string
  asked: number
  /** The right entry was first; was among the first three. */
  hit1: number
  hit3: number
  /** Outside questions correctly refused. */
  refused: number
  /** Questions that no entry answers. */
  outside: number
}
export type Evaluation = { tallies: Tally[]; failures: string[] }

export const EVAL_BUDGETS = { hit1: 0.85, hit3: 0.95, refused: 0.9 }

export type EvalRun = { knowledge: string; questions: readonly string[] }

const fixtures = new URL('../../../../fixtures/ai/', import.meta.url)
export const fixture = (name: string): string => fileURLToPath(new URL(name, fixtures))

/** Five trades, and five others that the thesaurus covers less. docs/retrieval.md tells which questions were tuned on. */
export const EVAL_RUNS: readonly EvalRun[] = [
  {
    knowledge: fixture('knowledge.jsonl'),
    questions: [fixture('questions.jsonl'), fixture('outside.jsonl'), fixture('fresh.jsonl')],
  },
  { knowledge: fixture('others-knowledge.jsonl'), questions: [fixture('others.jsonl')] },
]

export async function readLines<T>(file: string): Promise<T[]> {
  const lines = (await readFile(file, 'utf8')).split('\n')
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as T)
}

/** The search under evaluation; `prepare` runs after all entries are stored. */
export type EvalSearch = {
  prepare(entId: EntId): Promise<void>
  find(library: OwnLibrary, question: string): Promise<Found[]>
}

const byWords = (db: Queryable): EvalSearch => ({
  prepare: async () => {},
  find: (library, question) => searchKnowledge(db, library, question),
})

/**
 * Runs in sequence, each in an account of its own; searches by words unless `search` is given. Of a set with more than
 * `most` questions about so many are asked, evenly spread.
 */
export async function evaluateRuns(
  db: Queryable,
  runs: readonly EvalRun[],
  { search = byWords(db), most = Number.MAX_SAFE_INTEGER }: { search?: EvalSearch; most?: number } = {},
): Promise<Evaluation> {
  const tallies: Tally[] = []
  const failures: string[] = []
  for (const { knowledge, questions } of runs) {
    const asked = await Promise.all(questions.map((file) => readLines<EvalQuestion>(file)))
    const bySet = Object.values(Object.groupBy(asked.flat(), ({ set = '' }) => set))
    const sample = bySet.flatMap((all = []) => all.filter((_, index) => index % Math.ceil(all.length / most) === 0))
    const evaluation = await evaluate(db, await readLines<EvalEntry>(knowledge), sample, search)
    tallies.push(...evaluation.tallies)
    failures.push(...evaluation.failures)
  }
  return { tallies, failures }
}

/** Stores the entries in a new account and counts what its questions find. */
async function evaluate(
  db: Queryable,
  entries: readonly EvalEntry[],
  questions: readonly EvalQuestion[],
  search: EvalSearch,
): Promise<Evaluation> {
  const now = new Date()
  const library = await openLibrary(db, now)
  const ids = await fillLibrary(db, library, entries, now)
  await search.prepare(library.entId)
  const entryOf = new Map(ids.map((id, index) => [id, entries[index]]))
  const tallies = new Map<string, Tally>()
  const failures: string[] = []
  for (const { question, entryId, set = 'all' } of questions) {
    const tally = tallies.get(set) ?? { set, asked: 0, hit1: 0, hit3: 0, refused: 0, outside: 0 }
    tallies.set(set, tally)
    const found = await search.find(library, question)
    const best = found[0]
    const place = found.findIndex(({ knowledgeId }) => entryOf.get(knowledgeId)?.id === entryId)
    const isHit = (best?.score ?? 0) >= SCORE_HIT
    const shown = best ? `${best.title} (${best.score.toFixed(2)})` : 'nothing'
    if (entryId === undefined) {
      tally.outside += 1
      if (isHit) failures.push(`${set}: ${question} → should be refused, found ${shown}`)
      else tally.refused += 1
      continue
    }
    tally.asked += 1
    if (place === 0) tally.hit1 += 1
    else failures.push(`${set}: ${question} → ${entryId} at ${place < 0 ? 'no place' : place + 1}, found ${shown}`)
    if (place !== -1 && place < 3) tally.hit3 += 1
  }
  return { tallies: [...tallies.values()], failures }
}

/** All sets together. */
export function total(tallies: readonly Tally[]): Tally {
  const sum = (key: Exclude<keyof Tally, 'set'>) => tallies.reduce((all, tally) => all + tally[key], 0)
  return {
    set: 'total',
    asked: sum('asked'),
    hit1: sum('hit1'),
    hit3: sum('hit3'),
    refused: sum('refused'),
    outside: sum('outside'),
  }
}

/** The budgets that a tally misses. */
export function shortOf({ asked, hit1, hit3, refused, outside }: Tally): string[] {
  const short: string[] = []
  if (asked > 0 && hit1 / asked < EVAL_BUDGETS.hit1) short.push(`hit@1 < ${EVAL_BUDGETS.hit1}`)
  if (asked > 0 && hit3 / asked < EVAL_BUDGETS.hit3) short.push(`hit@3 < ${EVAL_BUDGETS.hit3}`)
  if (outside > 0 && refused / outside < EVAL_BUDGETS.refused) short.push(`refused < ${EVAL_BUDGETS.refused}`)
  return short
}
