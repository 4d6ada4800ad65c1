import type { CustomerId, EntId } from '@ruwu/contract'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { customer, customerMessage } from '../../db/schema/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { findHostingAi } from '../ai-agent/index.ts'
import { mineCandidates } from '../knowledge/index.ts'
import { readSaid } from './transcript.repo.ts'

/** A person's message, by its number in the thread. */
export type HumanAnswer = { entId: EntId; customerId: CustomerId; seq: number }

/** Offers what people answer to become knowledge. */
export class HumanAnswers {
  private readonly deps: { db: Database; clock: Clock }

  constructor(deps: { db: Database; clock: Clock }) {
    this.deps = deps
  }

  /** The customer's words right before it are the question; a second message of ours answers none. */
  async mine({ entId, customerId, seq }: HumanAnswer): Promise<void> {
    const { db, clock } = this.deps
    const said = await readSaid(db.sql, entId, customerId, seq)
    const answer = said.at(-1)
    if (answer?.seq !== seq || answer.who !== 'human' || answer.text === '') return
    const before = said.slice(0, -1)
    const burst = before.slice(before.findLastIndex(({ who }) => who !== 'customer') + 1)
    const question = burst.map(({ text }) => text).join(' ')
    const [of] = await db.sql
      .select({ relationId: customer.relationId, messageId: customerMessage.id })
      .from(customer)
      .innerJoin(
        customerMessage,
        and(eq(customerMessage.entId, customer.entId), eq(customerMessage.customerId, customer.id)),
      )
      .where(and(eq(customer.entId, entId), eq(customer.id, customerId), eq(customerMessage.seq, seq)))
    if (!of || question.trim() === '') return
    const ai = await findHostingAi(db.sql, entId, of.relationId)
    const exchange = { entId, relationId: ai?.hostId ?? of.relationId, question, answer: answer.text, customerId }
    await mineCandidates(db.sql, { ...exchange, messageId: of.messageId }, clock.now())
  }
}
