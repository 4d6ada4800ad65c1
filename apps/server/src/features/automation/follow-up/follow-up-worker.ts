import { ANSWER_LIMIT_MS } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../db/database.ts'
import type { Clock } from '../../../platform/clock.ts'
import { type Claim, claimDue } from './follow-up.repo.ts'
import type { FollowingUp } from './run-follow-up.ts'

const MOST_AT_ONCE = 16
/** Longer than finding words can take: a node that has not ended it by then is gone. */
const HELD_MS = ANSWER_LIMIT_MS + 20_000

type WorkerDeps = { db: Database; clock: Clock; log: FastifyBaseLogger; following: FollowingUp }

/** Speaks to those whose time has come, on any number of nodes. */
export class FollowUpWorker {
  private readonly deps: WorkerDeps
  private readonly stopping = new AbortController()

  constructor(deps: WorkerDeps) {
    this.deps = deps
  }

  /** True when there may be more. */
  async run(): Promise<boolean> {
    const { db, clock, following } = this.deps
    const { signal } = this.stopping
    if (signal.aborted) return false
    const now = clock.now()
    const claims = await claimDue(db.sql, now, new Date(now.getTime() + HELD_MS), MOST_AT_ONCE)
    const begun = await Promise.all(
      claims.map(async (claim) => ({ claim, end: await this.safely(claim, () => following.begin(claim, signal)) })),
    )
    // One after the other: how many were told the same is counted from those before.
    for (const { claim, end } of begun) if (end) await this.safely(claim, end)
    return claims.length === MOST_AT_ONCE
  }

  /** One customer's trouble keeps no other from being spoken to. */
  private async safely<T>({ customerId }: Claim, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      this.deps.log.error({ err: error, customerId }, 'a customer could not be followed up')
      return undefined
    }
  }

  /** What is being thought about is left to another node. */
  stop(): void {
    this.stopping.abort()
  }
}
