import {
  type CustomerId,
  type EntId,
  type MessageId,
  type MissId,
  QUESTION_CHARS_MAX,
  type RelationId,
} from '@ruwu/contract'
import { maskContacts } from '@ruwu/domain'
import type { Queryable } from '../../../db/database.ts'
import { questionKey } from '../../../engine/retrieval/index.ts'
import { cleanText } from '../../../platform/clean-text.ts'
import { newId } from '../../../platform/ids.ts'
import { upsertMiss } from './review.repo.ts'

type MissedQuestion = {
  entId: EntId
  relationId: RelationId
  question: string
  customerId: CustomerId
  messageId: MessageId
}

/** Counts a question without a knowledge hit. An answered one that is missed again reopens; ignored ones stay ignored. */
export async function recordMiss(db: Queryable, missed: MissedQuestion, now: Date): Promise<void> {
  const { entId, relationId, customerId, messageId } = missed
  // Masked: readers of the list may lack customer:viewSensitive.
  const question = maskContacts(cleanText(missed.question).trim()).slice(0, QUESTION_CHARS_MAX).toWellFormed()
  const sameAs = questionKey(question)
  if (sameAs === '') return
  await upsertMiss(db, {
    entId,
    id: newId<MissId>(now),
    relationId,
    question,
    sameAs,
    customerId,
    messageId,
    lastAt: now,
  })
}
