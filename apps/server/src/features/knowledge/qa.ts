import { type AgentId, type KnowledgeId, SIMILAR_MAX } from '@ruwu/contract'
import type { Transaction } from '../../db/database.ts'
import { putPieces } from '../../engine/retrieval/index.ts'
import { FieldError, UserFacingError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { emitKnowledgeChange, QUESTION_TAKEN, refuseFull } from './change-library.ts'
import {
  type AccountKey,
  changeEntry,
  findQuestion,
  insertEntry,
  type KnowledgeRow,
  type Library,
  lockLibrary,
} from './knowledge.repo.ts'

export const ORIGIN_TYPED = '手动添加'
export const ORIGIN_IMPORT = '导入'
export const ORIGIN_REPLY = '人工回复'

export type Pair = { question: string; similar: string[]; answer: string }
type NewPair = Pair & { origin: string; enabled: boolean; agentId: AgentId | null }

/** The searchable piece of a question and answer: all its phrasings. */
export const piecesOfPair = ({ question, similar, answer }: Pair) => [
  { heading: question, text: answer, words: [question, ...similar] },
]

/** Similar questions without duplicates and without the question itself. */
export const distinctSimilar = (question: string, similar: readonly string[]): string[] =>
  [...new Set(similar)].filter((way) => way !== question)

function checkPair({ question, answer }: Pick<Pair, 'question' | 'answer'>): void {
  if (question === '') throw new FieldError({ question: '请输入问题' })
  if (answer === '') throw new FieldError({ answer: '请输入答案' })
}

/** Adds a question and answer; searchable as soon as it is committed. */
export async function addPair(
  tx: Transaction,
  library: Library,
  { agentId, ...pair }: NewPair,
  now: Date,
): Promise<KnowledgeRow> {
  checkPair(pair)
  await lockLibrary(tx.sql, library)
  if (await findQuestion(tx.sql, library, pair.question)) throw new UserFacingError('refused', QUESTION_TAKEN)
  await refuseFull(tx, library)
  const similar = distinctSimilar(pair.question, pair.similar)
  const row = await insertEntry(tx.sql, {
    ...pairRow(library, newId<KnowledgeId>(now), { ...pair, similar }, now),
    updatedBy: agentId,
  })
  await putPieces(tx.sql, entryKey(row), piecesOfPair(row))
  await emitKnowledgeChange(tx, library, agentId, now)
  return row
}

/** As `addPair`, but a disabled question is updated and enabled again. */
export async function supplyPair(
  tx: Transaction,
  library: Library,
  pair: NewPair & { agentId: AgentId },
  now: Date,
): Promise<KnowledgeRow> {
  checkPair(pair)
  await lockLibrary(tx.sql, library)
  const known = await findQuestion(tx.sql, library, pair.question)
  if (!known || known.enabled) return addPair(tx, library, pair, now)
  const similar = distinctSimilar(pair.question, [...pair.similar, ...known.similar]).slice(0, SIMILAR_MAX)
  return rewordPair(tx, known, { answer: pair.answer, similar }, pair.agentId, now)
}

/** Saves an agent's answer: updates the question if it exists, else adds it. */
export async function saveAnswer(
  tx: Transaction,
  { agentId, entId, relationId }: AccountKey & { agentId: AgentId },
  { question, answer }: { question: string; answer: string },
  now: Date,
): Promise<KnowledgeId> {
  const library = { entId, relationId }
  checkPair({ question, answer })
  await lockLibrary(tx.sql, library)
  const known = await findQuestion(tx.sql, library, question)
  if (!known) {
    const pair = { question, similar: [], answer, origin: ORIGIN_REPLY, enabled: true, agentId }
    return (await addPair(tx, library, pair, now)).id
  }
  return (await rewordPair(tx, known, { answer }, agentId, now)).id
}

async function rewordPair(
  tx: Transaction,
  known: KnowledgeRow,
  words: Partial<Pair>,
  agentId: AgentId,
  now: Date,
): Promise<KnowledgeRow> {
  const row = await changeEntry(tx.sql, known, { ...words, enabled: true, updatedBy: agentId, updatedAt: now })
  await putPieces(tx.sql, entryKey(row), piecesOfPair(row))
  await emitKnowledgeChange(tx, row, agentId, now)
  return row
}

export const entryKey = ({ entId, relationId, id }: Pick<KnowledgeRow, 'entId' | 'relationId' | 'id'>) => ({
  entId,
  relationId,
  knowledgeId: id,
})

export const pairRow = (library: Library, id: KnowledgeId, pair: Omit<NewPair, 'agentId'>, now: Date) => ({
  ...library,
  id,
  type: 'qa' as const,
  title: pair.question,
  ...pair,
  status: 'active' as const,
  progress: 100,
  pieces: 1,
  createdAt: now,
  updatedAt: now,
})
