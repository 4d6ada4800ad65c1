import type { AiAgentDetail, AiDraft, RelationId } from '@ruwu/contract'
import { emitOfAccounts } from '../../customer/account-scope.repo.ts'
import type { Database, Queryable, Transaction } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { StaleError, UserFacingError } from '../../platform/http/errors.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { type AccountRow, findParent, getVisibleAccount } from '../channel/index.ts'
import { type AiAgentKey, lastEditor, lockOrCreateAgent, saveDraft } from './ai-agent.repo.ts'
import { toAiAgentDetail } from './ai-agent.view.ts'
import { checkDraft } from './check-draft.ts'
import { readDraft } from './draft.ts'

/** Draft of an account's AI; effective only once published. */
export class AiAgentService {
  private readonly db: Database
  private readonly clock: Clock

  constructor(deps: { db: Database; clock: Clock }) {
    this.db = deps.db
    this.clock = deps.clock
  }

  async detail(caller: Caller, relationId: RelationId): Promise<AiAgentDetail> {
    const { sql } = this.db
    return readDetail(sql, await getVisibleAccount(sql, caller, relationId))
  }

  async save(caller: Caller, relationId: RelationId, draft: AiDraft, version: number): Promise<AiAgentDetail> {
    const key = { entId: caller.entId, relationId }
    return this.db.transaction(async (tx) => {
      const account = await getBoundAccount(tx.sql, caller, relationId)
      const now = this.clock.now()
      const held = await lockOrCreateAgent(tx.sql, key, now)
      if (held.version !== version) await refuseStale(tx.sql, key)
      await checkDraft(tx.sql, account, draft)
      await saveDraft(tx.sql, key, { draft, updatedBy: caller.agentId, updatedAt: now })
      await emitAiAgentChange(tx, caller, relationId, now)
      return readDetail(tx.sql, account)
    })
  }
}

async function readDetail(db: Queryable, account: AccountRow): Promise<AiAgentDetail> {
  return toAiAgentDetail(account, await findParent(db, account), await readDraft(db, account))
}

export async function getBoundAccount(db: Queryable, caller: Caller, relationId: RelationId): Promise<AccountRow> {
  const account = await getVisibleAccount(db, caller, relationId)
  if (account.openStatus === 'unbound') throw new UserFacingError('refused', '账号已解绑')
  return account
}

export async function refuseStale(db: Queryable, key: AiAgentKey): Promise<never> {
  throw new StaleError(await lastEditor(db, key))
}

/** Invalidates open pages of this AI. */
export async function emitAiAgentChange(
  tx: Transaction,
  { entId, agentId }: Caller,
  relationId: RelationId,
  now: Date,
): Promise<void> {
  const event = { type: 'ai_agent_change' as const, relationId, at: now.toISOString(), operatorId: agentId }
  await emitOfAccounts(tx, entId, [event])
}
