import type { AutomaticKind } from '@ruwu/domain'
import type { Transaction } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import type { CustomerWriter } from '../customer/customer-writer.ts'
import { type HeldMessage, reportHeldBack } from './held-back.ts'
import { type GuardedMessage, type GuardedResult, insertGuarded } from './insert-guarded.ts'
import type { CodesOf } from './picture-codes.ts'
import type { FindSendingAccount } from './send.service.ts'

type AutomaticSenderDeps = {
  writer: CustomerWriter
  clock: Clock
  findAccount: FindSendingAccount
  codesOf: CodesOf
  onQueued: () => void
  /** After the transaction that reports it. */
  onHeldBack: (kind: AutomaticKind) => void
}

type AutomaticMessage = GuardedMessage & {
  /** Which message of its kind, where people read that it was held back. */
  name?: string
  /** Another wording follows if this one is refused, so that it is not reported. */
  hasAlternative?: boolean
}

/**
 * Sends messages of AI and automation. Refused once the reception has changed or, where the sender asks for it, an agent has written (`Expected`); one that the guard or the
 * quota refuses is reported to people.
 */
export class AutomaticSender {
  private readonly deps: AutomaticSenderDeps

  constructor(deps: AutomaticSenderDeps) {
    this.deps = deps
  }

  /** In the caller's transaction; inside `readingPictures` where the message may be a picture. */
  async send(tx: Transaction, { name, hasAlternative = false, ...message }: AutomaticMessage): Promise<GuardedResult> {
    const result = await insertGuarded(tx, this.deps, message, this.deps.clock.now())
    if ('messageId' in result) tx.afterCommit(this.deps.onQueued)
    else if (result.why === 'refused' || (result.why === 'reword' && !hasAlternative)) {
      const { entId, customerId, kind } = message
      await this.report(tx, { entId, customerId, kind, reason: result.blocked, ...(name ? { name } : {}) })
    }
    return result
  }

  /** For a message that was stopped before it could be sent, or whose transaction was rolled back. */
  async report(tx: Transaction, held: HeldMessage): Promise<void> {
    const isShown = await reportHeldBack(tx, this.deps, held, this.deps.clock.now())
    if (isShown) tx.afterCommit(() => this.deps.onHeldBack(held.kind))
  }
}

/** Content of a card and its mark in the outbox. */
export const cardMessage = (materialId: string) => ({
  content: { type: 'link', extra: { cardId: materialId } },
  meta: { materialId },
})
