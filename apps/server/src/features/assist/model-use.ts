import type { AgentId, CustomerId } from '@ruwu/contract'
import { ASSIST_TEXTS, POINT_PRICES, UNCHARGED_ASSISTS } from '@ruwu/domain'
import type { CustomerRow } from '../../customer/customer-change.ts'
import { getAgentName } from '../../customer/customer-names.repo.ts'
import { findShortage } from '../../customer/points-availability.repo.ts'
import { getVisible } from '../../customer/visibility.repo.ts'
import type { Database, Queryable, Transaction } from '../../db/database.ts'
import type { Assistant } from '../../engine/index.ts'
import type { ModelAccess, Models } from '../../engine/model/index.ts'
import { countAgainst, undoTry } from '../../platform/auth/throttle.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { NotFoundError, UserFacingError } from '../../platform/http/errors.ts'
import { findCustomer } from '../ai-reception/index.ts'
import { chargeAssist } from '../points/index.ts'

export type AssistDeps = { db: Database; clock: Clock; models: Pick<Models, 'forEnterprise'>; assistant: Assistant }

/** By an agent: the enterprise's own model is free of points, and its owner pays for it. */
const ASKED = { most: 30, windowMs: 60_000 }

type Begin = Parameters<Assistant['rewrite']>[0]['begin']

/** What a use of the model costs. */
export const priceOf = ({ isOwn }: Pick<ModelAccess, 'isOwn'>): number => (isOwn ? 0 : POINT_PRICES.assist)

/**
 * One use of the enterprise's model by an agent: limited, and charged after it has answered unless the model is the enterprise's own. None
 * begins that costs more than the agent was told. Those that were not charged are limited per enterprise too.
 */
export function startModelUse(
  { db, clock }: Pick<AssistDeps, 'db' | 'clock'>,
  { entId, agentId }: Caller,
  { id: customerId, relationId, sessionId }: CustomerRow,
  maxPoints: number,
) {
  let points = 0
  const uncharged = `model-uncharged:${entId}`
  const begin: Begin = async (model) => {
    points = priceOf(model)
    const now = clock.now()
    if (points > maxPoints) throw new UserFacingError('refused', ASSIST_TEXTS.costs)
    const shortage = points > 0 ? await findShortage(db.sql, entId, now) : undefined
    if (shortage === 'points') throw new UserFacingError('pointsShort')
    if (shortage === 'today') throw new UserFacingError('refused', ASSIST_TEXTS.dayLimit)
    const asked = [`model-help:${entId}:${agentId}`, ASKED] as const
    // Until it is charged a use costs the operator alone: unusable answers and requests that were ended must not be without bound.
    await countAgainst(db.sql, points > 0 ? [asked, [uncharged, UNCHARGED_ASSISTS]] : [asked], now)
  }
  return {
    /** The answer, once the use may begin. A request whose agent has gone is refused: its answer is not read. */
    async ask<T>(
      signal: AbortSignal,
      work: (request: { entId: typeof entId; signal: AbortSignal; begin: Begin }) => Promise<T>,
    ): Promise<T> {
      const answer = await work({ entId, signal, begin }).catch((error: unknown) => {
        throw signal.aborted ? gone() : error
      })
      if (signal.aborted) throw gone()
      return answer
    },
    /** Once per key. Throws when the points were used up meanwhile, so that the transaction is rolled back. */
    async charge(tx: Transaction, key: string): Promise<void> {
      if (points === 0) return
      const charged = { entId, relationId, customerId, sessionId, operatorId: agentId, key }
      const paid = await chargeAssist(tx, charged, clock.now())
      if (paid === undefined) throw new UserFacingError('pointsShort')
      // A second call about the same messages has cost the operator as much, and is not charged.
      if (paid > 0) await undoTry(tx.sql, uncharged)
    },
  }
}

const gone = () => new UserFacingError('refused', ASSIST_TEXTS.failed)

/** Why no model was used, to be said beside a summary from facts; undefined: the error is another one. */
export function problemOf(error: unknown): string | undefined {
  if (!(error instanceof UserFacingError)) return undefined
  if (error.kind === 'pointsShort') return ASSIST_TEXTS.summaryShort
  if (error.kind === 'tooOften') return ASSIST_TEXTS.summaryOften
  return error.kind === 'refused' ? error.message : undefined
}

/** Customers of one's own and those without an owner. */
export const mayAnswer = ({ agentId, permissions }: Caller, owner: AgentId | null): boolean =>
  permissions.has('im:replyCustomer') && (owner === null || owner === agentId)

/** A customer whom the agent may answer now. */
export async function getAnswerable(db: Queryable, caller: Caller, customerId: CustomerId): Promise<CustomerRow> {
  const { entId } = caller
  const { agentId: owner } = await getVisible(db, caller, customerId)
  if (!mayAnswer(caller, owner)) {
    if (owner === null || !caller.permissions.has('im:replyCustomer')) throw new UserFacingError('forbidden')
    const agentName = await getAgentName(db, entId, owner)
    throw new UserFacingError('taken', `该客户由 ${agentName} 接待`, { agentId: owner, agentName })
  }
  const row = await findCustomer(db, { entId, customerId })
  if (!row) throw new NotFoundError('客户')
  return row
}
