import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '@ruwu/server/postgres'
import {
  calibrationOf,
  type Figures,
  figuresBySet,
  figuresOf,
  isDense,
  isRight,
  shortOf,
  tradeOff,
} from '@ruwu/server/testing/eval-figures.ts'
import { openLibraryDatabase } from '@ruwu/server/testing/library.ts'
import { EVAL_RUNS, type EvalRun, evaluateRuns, fixture, type Outcome } from '@ruwu/server/testing/retrieval-eval.ts'
import { SAME_MEANING, searchWithVectors } from '@ruwu/server/testing/vector-eval.ts'
import { startScriptedModel } from '@ruwu/testkit'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    questions: { type: 'string' },
    knowledge: { type: 'string' },
    embedding: { type: 'boolean' },
    stub: { type: 'boolean' },
  },
})

/** The questions asked for, of our entries or theirs; without any, all of ours. */
const { questions = positionals[0], knowledge = fixture('knowledge.jsonl') } = values
const runs: readonly EvalRun[] = questions ? [{ knowledge, questions: [questions] }] : EVAL_RUNS
const THRESHOLDS = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]

async function measure(): Promise<Outcome[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ruwu-eval-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  try {
    const db = await openLibraryDatabase(postgres.url)
    const model = values.stub ? await startScriptedModel({ status: 500 }) : undefined
    model?.meansSame(...SAME_MEANING)
    const stub = model && {
      LLM_BASE_URL: model.baseUrl,
      LLM_API_KEY: 'stub',
      LLM_MODEL: 'stub',
      EMBEDDING_MODEL: 'stub',
    }
    const hasVectors = values.embedding === true || stub !== undefined
    const options = hasVectors ? { search: searchWithVectors(db, { ...process.env, ...stub }) } : {}
    const outcomes = await evaluateRuns(db.sql, runs, options)
    await model?.close()
    await db.close()
    return outcomes
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

const number = (value: number): string => (Number.isNaN(value) ? '-' : value.toFixed(3))
const print = (title: string, head: readonly string[], rows: readonly (readonly (string | number)[])[]): void =>
  console.log([`\n${title}`, ...[head, ...rows].map((cells) => cells.join('\t'))].join('\n'))

const failureText = ({ set, question, isKnown, place, best, confidence }: Outcome): string =>
  `${set}: ${question} → ${isKnown ? `right entry at ${place < 0 ? 'no place' : place + 1}` : 'no entry answers it'}, found ${best || 'nothing'} (${confidence.toFixed(2)})`

const rankRow = ({ set, known, hit1, hit3, hit10, mrr, bm25 }: Figures) => [
  set,
  known,
  ...[hit1, hit3, hit10, mrr, bm25.hit1, bm25.hit3, bm25.hit10, bm25.mrr].map(number),
]
const decisionRow = ({ set, known, unknown, coverage, precision, offered, held }: Figures) => [
  set,
  known,
  unknown,
  ...[coverage, precision, offered, held].map(number),
]

const outcomes = await measure()
const isFailure = (each: Outcome) => (each.isKnown ? !isRight(each) : each.decision === 'answer')
for (const outcome of outcomes.filter(isFailure)) console.log(failureText(outcome))
const dense = outcomes.filter(({ set }) => isDense(set))
const sparse = outcomes.filter(({ set }) => !isDense(set))
const sums = [figuresOf('total', sparse), figuresOf('dense', dense)].filter(({ known, unknown }) => known + unknown > 0)
const figures = [...figuresBySet(outcomes), ...sums]
const bm25Heads = ['hit@1', 'hit@3', 'hit@10', 'mrr'].map((name) => `bm25 ${name}`)
print('places', ['set', 'n', 'hit@1', 'hit@3', 'hit@10', 'mrr', ...bm25Heads], figures.map(rankRow))
print(
  'decisions: known questions answered, answers that are right, right entry offered as a choice, unknown questions not answered',
  ['set', 'known', 'unknown', 'coverage', 'precision', 'offered', 'held'],
  figures.map(decisionRow),
)
for (const [name, some] of [
  ['total', sparse],
  ['dense', dense],
] as const) {
  if (some.length === 0) continue
  const rows = THRESHOLDS.map((from) => tradeOff(some, from))
  print(
    `${name}: answered from this confidence on`,
    ['from', 'coverage', 'precision', 'held'],
    rows.map(({ from, coverage, precision, held }) => [from, ...[coverage, precision, held].map(number)]),
  )
  print(
    `${name}: calibration`,
    ['from', 'n', 'confidence', 'right'],
    calibrationOf(some).map(({ from, asked, confidence, right }) => [from, asked, number(confidence), number(right)]),
  )
}
/** Questions that a single set may miss its budget by. */
const SET_SLACK = 1
const short = [
  ...figuresBySet(outcomes).flatMap((each) => shortOf(each, SET_SLACK)),
  ...sums.flatMap((each) => shortOf(each)),
]
if (short.length > 0) console.log(`\nshort: ${short.join(', ')}`)
process.exit(short.length > 0 || outcomes.length === 0 ? 1 : 0)
