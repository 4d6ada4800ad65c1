import type { CustomerId, EntId } from '@ruwu/contract'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { findHostingAi } from '../ai-agent/index.ts'
import { mineCandidates } from '../knowledge/index.ts'
import { findMessageBySeq } from './situation.repo.ts'
import { readTranscript } from './transcript.repo.ts'

/** An agent's message by its seq. */
export type HumanAnswer = { entId: EntId; customerId: CustomerId; seq: number }

/** Proposes agents' answers as knowledge candidates. */
export class HumanAnswerMiner {
  private readonly deps: { db: Database; clock: Clock }

  constructor(deps: { db: Database; clock: Clock }) {
    this.deps = deps
  }

  /** The question is the customer's burst directly before the message; a second message in a row has none. */
  async mine({ entId, customerId, seq }: HumanAnswer): Promise<void> {
    const { db, clock } = this.deps
    const transcript = await readTranscript(db.sql, entId, customerId, seq)
    const answer = transcript.at(-1)
    if (answer?.seq !== seq || answer.who !== 'human' || answer.text === '') return
    const before = transcript.slice(0, -1)
    const burst = before.slice(before.findLastIndex(({ who }) => who !== 'customer') + 1)
    const question = burst.map(({ text }) => text).join(' ')
    const found = await findMessageBySeq(db.sql, { entId, customerId }, seq)
    if (!found || question.trim() === '') return
    const ai = await findHostingAi(db.sql, entId, found.relationId)
    const exchange = { entId, relationId: ai?.hostId ?? found.relationId, question, answer: answer.text, customerId }
    await mineCandidates(db.sql, { ...exchange, messageId: found.id }, clock.now())
  }
}
