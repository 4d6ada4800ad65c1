import type { KnowledgeId, KnowledgeUse } from '@ruwu/contract'
import type { Caller } from '../../../platform/http/caller.ts'
import { nameFor, shownTo } from '../../../customer/customer.view.ts'
import type { UseRow } from './usage.repo.ts'

export const toUse = (caller: Caller, id: KnowledgeId, row: UseRow): KnowledgeUse => ({
  runId: row.runId,
  customerId: row.customerId,
  customerName: nameFor(caller, { ...row, id: row.customerId }),
  source: row.source,
  state: row.state === 'sent' ? 'sent' : 'handoff',
  question: shownTo(caller, row.question),
  score: bestScore(row, id),
  messageId: row.answerId ?? row.askedId,
  at: row.startedAt.toISOString(),
})

/** Several pieces of the same entry may match. */
function bestScore({ knowledge }: UseRow, id: KnowledgeId): number | null {
  const scores = knowledge.filter(({ knowledgeId }) => knowledgeId === id).map(({ score }) => score)
  return scores.length === 0 ? null : Math.max(...scores)
}
