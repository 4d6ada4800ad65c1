import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import { type AccountEvent, isAccountEvent } from './account-event.ts'
import { restoreEvent } from './conversation-event.ts'
import { claimAccountCalls, markDone, postponeCall, type StoredCall } from './stored-call.repo.ts'

type AccountEventWorkerDeps = {
  db: Database
  clock: Clock
  log: FastifyBaseLogger
  /** May call the platform. Idempotent. */
  handle(event: AccountEvent): Promise<void>
}

/** Applies stored calls about accounts, in order per account, at least once. */
export class AccountEventWorker {
  private readonly deps: AccountEventWorkerDeps

  constructor(deps: AccountEventWorkerDeps) {
    this.deps = deps
  }

  /** True when there were any. No transaction is open while the platform is asked: claimed calls are leased. */
  async run(): Promise<boolean> {
    const { db, clock } = this.deps
    const calls = await claimAccountCalls(db.sql, clock.now())
    const byAccount = Map.groupBy(
      calls,
      ({ events: [event] }) => `${String(event?.source)} ${String(event?.accountId)}`,
    )
    await Promise.all(
      [...byAccount.values()].map(async (own) => {
        for (const call of own) await this.apply(call)
      }),
    )
    return calls.length > 0
  }

  private async apply(call: StoredCall): Promise<void> {
    const { db, clock, log, handle } = this.deps
    try {
      for (const event of call.events.map(restoreEvent)) if (isAccountEvent(event)) await handle(event)
      await markDone(db.sql, [call.id])
    } catch (error) {
      log.error({ err: error, delivery: call.id }, 'an account event failed')
      await postponeCall(db.sql, call, String(error), clock.now())
    }
  }
}
