import type { AiDraft, RelationId } from '@ruwu/contract'
import { cardLack } from '@ruwu/domain'
import type { Database, Queryable } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { type AccountRow, getVisibleAccount } from '../channel/index.ts'
import { listCards, lockByContent } from '../material/index.ts'
import { lockOrCreateAgent, saveDraft } from './ai-agent.repo.ts'
import { emitAiAgentChange } from './ai-agent.service.ts'
import { readDraft } from './draft.ts'

/** Copies an account's AI draft to another account's draft, unpublished. Returns what the other account lacks. */
export const copyAiAgent =
  ({ db, clock }: { db: Database; clock: Clock }) =>
  async (caller: Caller, from: RelationId, to: RelationId, dryRun: boolean): Promise<string[]> => {
    const { entId, agentId } = caller
    return db.transaction(async (tx) => {
      const { draft } = await readDraft(tx.sql, await getVisibleAccount(tx.sql, caller, from))
      const account = await getVisibleAccount(tx.sql, caller, to)
      const copied = await withCounterpartCard(tx.sql, account, draft)
      if (dryRun) return copied.lacks
      const now = clock.now()
      const target = { entId, relationId: to }
      await lockOrCreateAgent(tx.sql, target, now)
      await saveDraft(tx.sql, target, { draft: copied.draft, updatedBy: agentId, updatedAt: now })
      await emitAiAgentChange(tx, caller, to, now)
      return copied.lacks
    })
  }

/** Maps the card to the target's card of the same type and title, or none; a sub-account may use its main account's. */
async function withCounterpartCard(
  db: Queryable,
  { entId, id, parentId, source }: AccountRow,
  draft: AiDraft,
): Promise<{ draft: AiDraft; lacks: string[] }> {
  const { onReached } = draft.goal
  const [card] = await listCards(db, entId, onReached.materialId === null ? [] : [onReached.materialId])
  const counterpartOf = await lockByContent(db, entId, id)
  const counterpart = card?.relationId === parentId ? card?.id : card && counterpartOf(card)
  const materialId = counterpart ?? null
  return {
    draft: { ...draft, goal: { ...draft.goal, onReached: { ...onReached, materialId } } },
    lacks: card && !counterpart ? [`AI 达成目标后的${cardLack(source, card)}`] : [],
  }
}
