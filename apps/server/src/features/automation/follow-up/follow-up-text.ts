import { type AiGenerator, ERRORS, type FollowUpStep } from '@ruwu/contract'
import type { CustomerRow } from '../../../customer/customer-change.ts'
import type { FindSendingAccount } from '../../../outbound/index.ts'
import type { Database } from '../../../db/database.ts'
import type { FollowUpWriter } from '../../../engine/index.ts'
import type { KnowledgeSearch } from '../../../engine/retrieval/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import { readSituation, toEngineInput } from '../../ai-reception/index.ts'
import { isAvailable } from '../../../customer/points-availability.repo.ts'

/** A text; `generator` is null for the enterprise's fixed text. */
export type TextVariant = { text: string; generator: AiGenerator | null; model: string }

export type ComposedText = { kind: 'words'; wordings: TextVariant[] } | { kind: 'none'; reason: string }

type ComposeDeps = {
  db: Database
  clock: Clock
  textWriter: FollowUpWriter
  search: KnowledgeSearch
  findAccount: FindSendingAccount
}

const NO_AI: ComposedText = { kind: 'none', reason: 'AI 智能体未发布' }
const NO_POINTS: ComposedText = { kind: 'none', reason: ERRORS.pointsShort.msg }

/** Text variants of a step; later ones are used when the guard reports the first as sent too often. */
export async function composeText(
  deps: ComposeDeps,
  row: CustomerRow,
  { step, no, signal }: { step: FollowUpStep; no: number; signal: AbortSignal },
): Promise<ComposedText> {
  if (step.mode === 'fixed') return { kind: 'words', wordings: fixed(step.text, row.name) }
  const { db, clock, textWriter, search, findAccount } = deps
  const now = clock.now()
  if (!(await isAvailable(db.sql, row.entId, row.relationId, now))) return NO_POINTS
  const situation = await readSituation(db.sql, row, { findAccount, now })
  if (!situation) return NO_AI
  const { hostId, config } = situation.ai
  const at = { entId: row.entId, relationId: hostId, accountId: row.relationId }
  const input = await toEngineInput(db.sql, situation, {
    ...search.readerOf(at, config.role.business),
    readPictures: undefined,
    signal,
    now,
  })
  return textWriter.write({ ...input, step: no, seed: row.id })
}

/** Platforms treat the same text to many customers as mass mailing: the second variant adds the customer's name. */
const fixed = (text: string, name: string): TextVariant[] =>
  [text, ...(name === '' ? [] : [`${name}，${text}`])].map((each) => ({ text: each, generator: null, model: '' }))
