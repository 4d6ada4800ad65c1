import type { Candidate, Miss } from '@ruwu/contract'
import type { Caller } from '../../../platform/http/caller.ts'
import { shownTo } from '../../../customer/customer.view.ts'
import { isVisible } from '../../../customer/visibility.repo.ts'
import type { CandidateRow, MissRow } from './review.repo.ts'

export const toCandidate = (caller: Caller, row: CandidateRow): Candidate => ({
  id: row.id,
  question: row.question,
  answer: row.answer,
  times: row.times,
  customerId: isHidden(caller, row) ? null : row.customerId,
  messageId: isHidden(caller, row) ? null : row.messageId,
  lastAt: row.lastAt.toISOString(),
  status: row.status,
})

export const toMiss = (caller: Caller, row: MissRow): Miss => ({
  id: row.id,
  question: row.question,
  times: row.times,
  customerId: isHidden(caller, row) ? null : row.customerId,
  customerName: isHidden(caller, row) ? '' : shownTo(caller, row.asker?.remark || row.asker?.name || ''),
  messageId: isHidden(caller, row) ? null : row.messageId,
  lastAt: row.lastAt.toISOString(),
  status: row.status,
})

/** The asker is only included if the caller may see the customer; the question is visible to all knowledge editors. */
const isHidden = (caller: Caller, { asker }: Pick<MissRow, 'asker'>): boolean =>
  asker !== null && !isVisible(caller, asker)
