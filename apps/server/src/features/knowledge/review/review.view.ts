import type { Candidate, Miss } from '@ruwu/contract'
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

export const toMiss = (row: MissRow): Miss => ({
  id: row.id,
  question: row.question,
  times: row.times,
  customerId: row.customerId,
  customerName: row.customerRemark || row.customerName || '',
  messageId: row.messageId,
  lastAt: row.lastAt.toISOString(),
  status: row.status,
})
