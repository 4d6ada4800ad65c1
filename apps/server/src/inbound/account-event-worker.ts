import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import { type AccountEvent, isAccountEvent } from './account-event.ts'
import { restoreEvent } from './conversation-event.ts'
import { claimAccountCalls, markDone, postponeCall, releaseCalls, type StoredCall } from './stored-call.repo.ts'

type AccountEventWorkerDeps = {
  db: Database
  clock: Clock
  log: FastifyBaseLogger
  /** May call the platform. Idempotent. */
  handle(event: AccountEvent): Promise<void>
}

/** Applies stored calls about accounts, in order per account, several accounts at once; at least once. */
export class AccountEventWorker {
  private readonly deps: AccountEventWorkerDeps

  constructor(deps: AccountEventWorkerDeps) {
    this.deps = deps
  }

  /** True when there were any. No transaction is open while the platform is asked: claimed calls are leased. */
  async run(): Promise<boolean> {
    const { db, clock } = this.deps
    const calls = await claimAccountCalls(db, clock.now())
    const byAccount = Map.groupBy(
      calls,
      ({ events: [event] }) => `${String(event?.source)} ${String(event?.accountId)}`,
    )
    await Promise.all([...byAccount.values()].map((own) => this.applyInOrder(own)))
    return calls.length > 0
  }

  private async applyInOrder([call, ...rest]: readonly StoredCall[]): Promise<void> {
    if (!call) return
    if (await this.apply(call)) return this.applyInOrder(rest)
    if (rest.length === 0) return
    await releaseCalls(
      this.deps.db.sql,
      rest.map(({ id }) => id),
      this.deps.clock.now(),
    )
  }

  /** False: it failed, and is tried again later. */
  private async apply(call: StoredCall): Promise<boolean> {
    const { db, clock, log, handle } = this.deps
    try {
      for (const event of call.events.map(restoreEvent)) if (isAccountEvent(event)) await handle(event)
      await markDone(db.sql, [call.id])
      return true
    } catch (error) {
      log.error({ err: error, delivery: call.id }, 'an account event failed')
      await postponeCall(db.sql, call, String(error), clock.now())
      return false
    }
  }
}
