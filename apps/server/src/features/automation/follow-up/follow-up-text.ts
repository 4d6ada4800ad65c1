import { type AiGenerator, ERRORS, type FollowUpStep } from '@ruwu/contract'
import type { Database } from '../../../db/database.ts'
import type { FollowUpWriter } from '../../../engine/index.ts'
import type { KnowledgeSearch } from '../../../engine/retrieval/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import { readSituation, toEngineInput } from '../../ai-reception/index.ts'
import type { CustomerRow, FindSendingAccount } from '../../../customer/index.ts'
import { isAvailable } from '../../points/index.ts'

/** A sentence; `generator` is null where the enterprise wrote it. */
export type Wording = { text: string; generator: AiGenerator | null; model: string }

export type Words = { kind: 'words'; wordings: Wording[] } | { kind: 'none'; reason: string }

type WordsDeps = {
  db: Database
  clock: Clock
  writer: FollowUpWriter
  search: KnowledgeSearch
  findAccount: FindSendingAccount
}

const NO_AI: Words = { kind: 'none', reason: 'AI 智能体未发布' }
const NO_POINTS: Words = { kind: 'none', reason: ERRORS.pointsShort.msg }

/** What a step says to a customer, in several ways where many were told the first. */
export async function findWords(
  deps: WordsDeps,
  row: CustomerRow,
  { step, no, signal }: { step: FollowUpStep; no: number; signal: AbortSignal },
): Promise<Words> {
  if (step.mode === 'fixed') return { kind: 'words', wordings: fixed(step.text, row.name) }
  const { db, clock, writer, search, findAccount } = deps
  const now = clock.now()
  if (!(await isAvailable(db.sql, row.entId, row.relationId, now))) return NO_POINTS
  const situation = await readSituation(db.sql, row, { findAccount, now })
  if (!situation) return NO_AI
  const at = { entId: row.entId, relationId: situation.ai.hostId }
  const input = await toEngineInput(db.sql, situation, {
    search: (question) => search.find(at, question),
    readPictures: undefined,
    signal,
    now,
  })
  return writer.write({ ...input, step: no, seed: row.id })
}

/** The platforms take the same words to many for a mass mailing: then they are said by the customer's name. */
const fixed = (text: string, name: string): Wording[] =>
  [text, ...(name === '' ? [] : [`${name}，${text}`])].map((each) => ({ text: each, generator: null, model: '' }))
