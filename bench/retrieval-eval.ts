import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '@ruwu/server/postgres'
import { openLibraryDatabase } from '@ruwu/server/testing/library.ts'
import {
  EVAL_RUNS,
  type EvalRun,
  evaluateRuns,
  type Evaluation,
  fixture,
  shortOf,
  type Tally,
  total,
} from '@ruwu/server/testing/retrieval-eval.ts'
import { searchWithVectors } from '@ruwu/server/testing/vector-eval.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { questions: { type: 'string' }, knowledge: { type: 'string' }, embedding: { type: 'boolean' } },
})

/** The questions asked for, of our entries or theirs; without any, all of ours. */
const { questions = positionals[0], knowledge = fixture('knowledge.jsonl') } = values
const runs: readonly EvalRun[] = questions ? [{ knowledge, questions: [questions] }] : EVAL_RUNS

async function measure(): Promise<Evaluation> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ruwu-eval-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  try {
    const db = await openLibraryDatabase(postgres.url)
    const options = values.embedding ? { search: searchWithVectors(db, process.env) } : {}
    const evaluation = await evaluateRuns(db.sql, runs, options)
    await db.close()
    return evaluation
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

const share = (part: number, all: number): string => (all === 0 ? '-' : (part / all).toFixed(3))
const row = ({ set, asked, hit1, hit3, refused, outside }: Tally): string =>
  [set, asked, share(hit1, asked), share(hit3, asked), outside === 0 ? '-' : `${refused}/${outside}`].join('\t')

const { tallies, failures } = await measure()
const all = total(tallies)
for (const failure of failures) console.log(failure)
console.log(['set', 'n', 'hit@1', 'hit@3', 'refused'].join('\t'))
for (const tally of [...tallies, all]) console.log(row(tally))
const short = shortOf(all)
if (short.length > 0) console.log(`short: ${short.join(', ')}`)
process.exit(short.length > 0 || all.asked + all.outside === 0 ? 1 : 0)
