import {
  type CustomerId,
  type EntId,
  type MessageId,
  type MissId,
  QUESTION_CHARS_MAX,
  type RelationId,
} from '@ruwu/contract'
import { maskContacts } from '@ruwu/domain'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/database.ts'
import { knowledgeMiss } from '../../../db/schema/index.ts'
import { questionKey } from '../../../engine/retrieval/index.ts'
import { cleanText } from '../../../platform/clean-text.ts'
import { newId } from '../../../platform/ids.ts'

export type MissedQuestion = {
  entId: EntId
  relationId: RelationId
  question: string
  customerId: CustomerId
  messageId: MessageId
}

/** Counts a question that nothing was found for. One that was answered and is missed again is open again; ignored ones stay so. */
export async function noteMiss(db: Queryable, missed: MissedQuestion, now: Date): Promise<void> {
  const { entId, relationId, customerId, messageId } = missed
  // Whoever reads the list may not be one who sees customers' contacts.
  const question = maskContacts(cleanText(missed.question).trim()).slice(0, QUESTION_CHARS_MAX).toWellFormed()
  const sameAs = questionKey(question)
  if (sameAs === '') return
  const table = knowledgeMiss
  await db
    .insert(table)
    .values({ entId, id: newId<MissId>(now), relationId, question, sameAs, customerId, messageId, lastAt: now })
    .onConflictDoUpdate({
      target: [table.entId, table.relationId, table.sameAs],
      set: {
        times: sql`${table.times} + 1`,
        customerId,
        messageId,
        lastAt: now,
        status: sql`case when ${table.status} = 'ignored' then 'ignored' else 'open' end`,
      },
      setWhere: sql`${table.messageId} is distinct from ${messageId}`,
    })
}
