import type { CandidateId, CustomerId, EntId, MessageId, RelationId } from '@ruwu/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/database.ts'
import { knowledgeCandidate } from '../../../db/schema/index.ts'
import { questionKey, searchKnowledge } from '../../../engine/retrieval/index.ts'
import { cleanText } from '../../../platform/clean-text.ts'
import { newId } from '../../../platform/ids.ts'
import { isWorthKeeping } from './question-like.ts'

/** From this score on the library has said it already. */
export const KNOWN_SCORE = 0.8

export type Exchange = {
  entId: EntId
  relationId: RelationId
  /** What the customer asked, and what a person answered. */
  question: string
  answer: string
  customerId: CustomerId
  messageId: MessageId
}

/** Remembers what a person answered, for somebody to decide whether it becomes knowledge. True when it was remembered. */
export async function mineCandidates(db: Queryable, exchange: Exchange, now: Date): Promise<boolean> {
  const { entId, relationId, customerId, messageId } = exchange
  const [question, answer] = [cleanText(exchange.question).trim(), cleanText(exchange.answer).trim()]
  const sameAs = questionKey(question)
  if (sameAs === '' || !isWorthKeeping(question, answer)) return false
  const [best] = await searchKnowledge(db, { entId, relationId }, question, { limit: 1 })
  if (best && best.score >= KNOWN_SCORE) return false
  const table = knowledgeCandidate
  await db
    .insert(table)
    .values({
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
    .onConflictDoUpdate({
      target: [table.entId, table.relationId, table.sameAs],
      // The newest answer is the one to be judged; what was judged stays judged.
      set: { times: sql`${table.times} + 1`, answer, customerId, messageId, lastAt: now },
      setWhere: and(eq(table.status, 'pending'), sql`${table.messageId} is distinct from ${messageId}`),
    })
  return true
}
