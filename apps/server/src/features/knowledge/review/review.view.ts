import type { Candidate, Miss } from '@ruwu/contract'
import type { Caller } from '../../auth/index.ts'
import { isVisible } from '../../customer/index.ts'
import type { CandidateRow, MissRow } from './review.repo.ts'

export const toCandidate = (row: CandidateRow): Candidate => ({
  id: row.id,
  question: row.question,
  answer: row.answer,
  times: row.times,
  customerId: row.customerId,
  messageId: row.messageId,
  lastAt: row.lastAt.toISOString(),
  status: row.status,
})

/** Who asked is told to those who may see the customer; what was asked, to everybody who keeps the knowledge. */
export function toMiss(caller: Caller, row: MissRow): Miss {
  const { asker } = row
  const isHidden = asker !== null && !isVisible(caller, asker)
  return {
    id: row.id,
    question: row.question,
    times: row.times,
    customerId: isHidden ? null : row.customerId,
    customerName: (!isHidden && (asker?.remark || asker?.name)) || '',
    messageId: isHidden ? null : row.messageId,
    lastAt: row.lastAt.toISOString(),
    status: row.status,
  }
}
