import type { Transaction } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import type { CustomerWriter } from '../customer/customer-writer.ts'
import { type GuardedMessage, type GuardedResult, insertGuarded } from './insert-guarded.ts'
import type { FindSendingAccount } from './send.service.ts'

type AutomaticSenderDeps = {
  writer: CustomerWriter
  clock: Clock
  findAccount: FindSendingAccount
  onQueued: () => void
}

/** Sends messages of AI and automation. Refused once the reception has changed or an agent has written (`Expected`). */
export class AutomaticSender {
  private readonly deps: AutomaticSenderDeps

  constructor(deps: AutomaticSenderDeps) {
    this.deps = deps
  }

  /** In the caller's transaction. */
  async send(tx: Transaction, message: GuardedMessage): Promise<GuardedResult> {
    const result = await insertGuarded(tx, this.deps, message, this.deps.clock.now())
    if ('messageId' in result) tx.afterCommit(this.deps.onQueued)
    return result
  }
}
