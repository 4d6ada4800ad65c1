import type { AiDraft, RelationId } from '@ruwu/contract'
import type { Database, Queryable } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { type AccountRow, getAccount } from '../channel/index.ts'
import { listCards, lockByContent } from '../material/index.ts'
import { lockOrCreateAgent, saveDraft } from './ai-agent.repo.ts'
import { emitAiAgentChange } from './ai-agent.service.ts'
import { readDraft } from './draft.ts'

/** Copies an account's AI draft to another account's draft, unpublished. */
export const copyAiAgent =
  ({ db, clock }: { db: Database; clock: Clock }) =>
  async (caller: Caller, from: RelationId, to: RelationId): Promise<void> => {
    const { entId, agentId } = caller
    await db.transaction(async (tx) => {
      const { draft } = await readDraft(tx.sql, await getAccount(tx.sql, entId, from))
      const account = await getAccount(tx.sql, entId, to)
      const now = clock.now()
      const target = { entId, relationId: to }
      await lockOrCreateAgent(tx.sql, target, now)
      const edit = { draft: await withCounterpartCard(tx.sql, account, draft), updatedBy: agentId, updatedAt: now }
      await saveDraft(tx.sql, target, edit)
      emitAiAgentChange(tx, caller, to, now)
    })
  }

/** Maps the card to the target's card of the same type and title, or none; a sub-account may use its main account's. */
async function withCounterpartCard(
  db: Queryable,
  { entId, id, parentId }: AccountRow,
  draft: AiDraft,
): Promise<AiDraft> {
  const { onReached } = draft.goal
  const [card] = await listCards(db, entId, onReached.materialId === null ? [] : [onReached.materialId])
  const counterpartOf = await lockByContent(db, entId, id)
  const counterpart = card?.relationId === parentId ? card?.id : card && counterpartOf(card)
  const materialId = counterpart ?? null
  return { ...draft, goal: { ...draft.goal, onReached: { ...onReached, materialId } } }
}
