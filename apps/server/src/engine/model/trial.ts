import { MODEL_TRIALS } from '@ruwu/domain'
import type { Database } from '../../db/database.ts'
import { countAgainst } from '../../platform/auth/throttle.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { BeginModelUse } from './models.ts'

/**
 * A trial by an agent, free of points: limited, and counted once, when the first model is called for it. Of the enterprise's own model only
 * the agent's trials are limited, its owner pays for it.
 */
export function startTrial(
  { db, clock }: { db: Database; clock: Clock },
  { entId, agentId }: Pick<Caller, 'entId' | 'agentId'>,
): BeginModelUse {
  let counted: Promise<void> | undefined
  return ({ isOwn }) => {
    const ofAgent = [`model-trial:${entId}:${agentId}`, MODEL_TRIALS.byAgent] as const
    const ofEnterprise = [`model-trial:${entId}`, MODEL_TRIALS.byEnterprise] as const
    counted ??= countAgainst(db.sql, isOwn ? [ofAgent] : [ofAgent, ofEnterprise], clock.now())
    return counted
  }
}
