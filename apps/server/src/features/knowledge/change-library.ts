import { type AgentId, KNOWLEDGE_MAX } from '@ruwu/contract'
import { emitOfAccounts } from '../../customer/account-scope.repo.ts'
import type { Transaction } from '../../db/database.ts'
import { UserFacingError } from '../../platform/http/errors.ts'
import { countEntries, type Library } from './knowledge.repo.ts'

export const LIBRARY_FULL = `知识库已满（最多 ${KNOWLEDGE_MAX} 条）`
export const QUESTION_TAKEN = '该问题已在知识库中'

/** The library must be locked. */
export async function refuseFull(tx: Transaction, library: Library): Promise<void> {
  if ((await countEntries(tx.sql, library)) >= KNOWLEDGE_MAX) throw new UserFacingError('refused', LIBRARY_FULL)
}

/** Invalidates the open lists of the library. */
export async function emitKnowledgeChange(
  tx: Transaction,
  { entId, relationId }: Library,
  operatorId: AgentId | null,
  now: Date,
): Promise<void> {
  await emitOfAccounts(tx, entId, [{ type: 'knowledge_change', relationId, at: now.toISOString(), operatorId }])
}
