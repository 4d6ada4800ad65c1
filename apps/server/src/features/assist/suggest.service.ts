import type { CustomerId, Suggestion } from '@ruwu/contract'
import { ASSIST_TEXTS, maskContacts, SUGGEST_LIMIT_MS, waitsForPerson } from '@ruwu/domain'
import type { CustomerRow } from '../../customer/customer-change.ts'
import { maskFor } from '../../customer/customer.view.ts'
import { writeSuggestion } from '../../customer/statistics-facts.repo.ts'
import type { Database } from '../../db/database.ts'
import { type Engine, type SuggestedReply, suggestReplies } from '../../engine/index.ts'
import type { KnowledgeSearch } from '../../engine/retrieval/index.ts'
import { closedText, type FindSendingAccount } from '../../outbound/index.ts'
import { countAgainst } from '../../platform/auth/throttle.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { UserFacingError } from '../../platform/http/errors.ts'
import { decideWithTimeout, DecisionTimeoutError, readSituation, toEngineInput } from '../ai-reception/index.ts'
import { getAnswerable } from './model-use.ts'

type SuggestDeps = {
  db: Database
  clock: Clock
  engine: Engine
  search: KnowledgeSearch
  findAccount: FindSendingAccount
}

/** Nothing is charged, so an agent's calls of the model are limited. */
const ASKED = { most: 30, windowMs: 60_000 }

/** Replies offered to the agent who may answer the customer now. Nothing is sent and nothing is charged. */
export function createSuggestService({ db, clock, engine, search, findAccount }: SuggestDeps) {
  async function repliesFor(row: CustomerRow, signal: AbortSignal): Promise<SuggestedReply[]> {
    const now = clock.now()
    const situation = await readSituation(db.sql, row, { findAccount, now })
    if (!situation || closedText(situation.account)) return []
    const { hostId, config } = situation.ai
    const at = { entId: row.entId, relationId: hostId, accountId: row.relationId }
    const reader = search.readerOf(at, config.role.business)
    const input = await toEngineInput(db.sql, situation, { ...reader, readPictures: undefined, signal, now })
    return suggestReplies((each) => decideWithTimeout(engine, each, SUGGEST_LIMIT_MS), input).catch(
      (error: unknown) => {
        // Gone: the answer is not read.
        if (signal.aborted || error instanceof DecisionTimeoutError)
          throw new UserFacingError('refused', ASSIST_TEXTS.timedOut)
        throw error
      },
    )
  }

  return {
    async suggest(
      caller: Caller,
      customerId: CustomerId,
      signal: AbortSignal,
    ): Promise<{ seq: number; items: Suggestion[] }> {
      const { entId, agentId } = caller
      const row = await getAnswerable(db.sql, caller, customerId)
      if (!waitsForPerson(row)) return { seq: row.lastInboundSeq, items: [] }
      await countAgainst(db.sql, [[`suggest:${entId}:${agentId}`, ASKED]], clock.now())
      // What would be masked cannot be offered: it would be sent with the mask, or tell what the agent may not see.
      const mask = maskFor(caller)
      const items = (await repliesFor(row, signal)).filter(({ text }) => !mask || maskContacts(text, mask) === text)
      const { lastInboundSeq: seq, relationId, sessionId } = row
      if (items.length > 0)
        await writeSuggestion(db.sql, { entId, customerId, seq, relationId, sessionId, agentId, at: clock.now() })
      return { seq, items }
    },
  }
}
