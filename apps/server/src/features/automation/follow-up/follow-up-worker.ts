import { ANSWER_LIMIT_MS } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../db/database.ts'
import type { Clock } from '../../../platform/clock.ts'
import { type Claim, claimDue } from './follow-up.repo.ts'
import type { FollowUpRunner } from './run-follow-up.ts'

const BATCH_SIZE = 16
/** Lease of a claim, longer than composing a text can take: after it another node may claim the row. */
const LEASE_MS = ANSWER_LIMIT_MS + 20_000

type WorkerDeps = { db: Database; clock: Clock; log: FastifyBaseLogger; runner: FollowUpRunner }

/** Claims due follow-ups and runs them; any number of nodes may run it. */
export class FollowUpWorker {
  private readonly deps: WorkerDeps
  private readonly stopping = new AbortController()

  constructor(deps: WorkerDeps) {
    this.deps = deps
  }

  /** True when there may be more. */
  async run(): Promise<boolean> {
    const { db, clock, runner } = this.deps
    const { signal } = this.stopping
    if (signal.aborted) return false
    const now = clock.now()
    const claims = await claimDue(db.sql, now, new Date(now.getTime() + LEASE_MS), BATCH_SIZE)
    const started = await Promise.all(
      claims.map(async (claim) => ({ claim, end: await this.safely(claim, () => runner.begin(claim, signal)) })),
    )
    // Sequential: the check for repeated texts counts the messages sent before.
    for (const { claim, end } of started) if (end) await this.safely(claim, end)
    return claims.length === BATCH_SIZE
  }

  /** Logs errors, so that one customer does not stop the batch. */
  private async safely<T>({ customerId }: Claim, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      this.deps.log.error({ err: error, customerId }, 'a follow-up failed')
      return undefined
    }
  }

  /** Aborts composing; the claims are released for another node. */
  stop(): void {
    this.stopping.abort()
  }
}
