import { demoApi, type Endpoint, type EntId } from '@ruwu/contract'
import { DEMO_CALLS, DEMO_TEXTS, DEMO_WRITES } from '@ruwu/domain'
import type { Queryable } from '../../../db/database.ts'
import { countTry, type Limit } from '../../../platform/auth/throttle.repo.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { TooOftenError } from '../../../platform/http/errors.ts'

type Counted = { key: string; limit: Limit; now: Date; refusal?: string }

export async function countOne(db: Queryable, { key, limit, now, refusal }: Counted): Promise<void> {
  const { count, endsAt } = await countTry(db, key, limit, now)
  if (count > limit.most) throw new TooOftenError(Math.ceil((endsAt.getTime() - now.getTime()) / 1000), refusal)
}

/** Writes of one demo to the shared database, on all nodes. */
export async function countWrite(db: Queryable, entId: EntId, now: Date): Promise<void> {
  await countOne(db, { key: `demo-write:${entId}`, limit: DEMO_WRITES.aMinute, now })
  await countOne(db, { key: `demo-writes:${entId}`, limit: DEMO_WRITES.inAll, now, refusal: DEMO_TEXTS.actsUp })
}

/** Acts have limits of their own, and 重置演示 must remain where the writes are used up. */
const OWN_ENDPOINTS: readonly Endpoint[] = Object.values(demoApi)

export const isLimitedWrite = (endpoint: Endpoint): boolean => !endpoint.isRead && !OWN_ENDPOINTS.includes(endpoint)

const FORGET_AT = 10_000

/** A token bucket per sign-in; in memory, per node. */
export class CallPace {
  private readonly clock: Clock
  private readonly buckets = new Map<string, { left: number; at: number }>()

  constructor(clock: Clock) {
    this.clock = clock
  }

  take({ sessionId }: Caller): void {
    const now = this.clock.now().getTime()
    const { perSecond, burst } = DEMO_CALLS
    const { left, at } = this.buckets.get(sessionId) ?? { left: burst, at: now }
    const refilled = Math.min(burst, left + (Math.max(0, now - at) / 1000) * perSecond)
    const isOver = refilled < 1
    // Bounds memory; sign-ins of demos that have ended are never asked for again.
    if (this.buckets.size >= FORGET_AT) this.buckets.clear()
    this.buckets.set(sessionId, { left: isOver ? refilled : refilled - 1, at: now })
    if (isOver) throw new TooOftenError(1)
  }
}
