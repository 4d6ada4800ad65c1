import type { CandidateId, CustomerId, EntId, MessageId, RelationId } from '@ruwu/contract'
import type { Queryable } from '../../../db/database.ts'
import { questionKey, searchKnowledge } from '../../../engine/retrieval/index.ts'
import { cleanText } from '../../../platform/clean-text.ts'
import { newId } from '../../../platform/ids.ts'
import { isWorthKeeping } from './question-like.ts'
import { upsertCandidate } from './review.repo.ts'

/** From this score on the library already has the answer. */
const KNOWN_SCORE = 0.8

type Exchange = {
  entId: EntId
  relationId: RelationId
  /** The customer's question and the agent's answer. */
  question: string
  answer: string
  customerId: CustomerId
  messageId: MessageId
}

/** Stores an agent's answer as a knowledge candidate for review. False when it is not worth keeping or known already. */
export async function mineCandidates(db: Queryable, exchange: Exchange, now: Date): Promise<boolean> {
  const { entId, relationId, customerId, messageId } = exchange
  const [question, answer] = [cleanText(exchange.question).trim(), cleanText(exchange.answer).trim()]
  const sameAs = questionKey(question)
  if (sameAs === '' || !isWorthKeeping(question, answer)) return false
  const [best] = await searchKnowledge(db, { entId, relationId }, question, { limit: 1 })
  if (best && best.score >= KNOWN_SCORE) return false
  await upsertCandidate(db, {
    entId,
    id: newId<CandidateId>(now),
    relationId,
    question,
    sameAs,
    answer,
    customerId,
    messageId,
    lastAt: now,
  })
  return true
}
