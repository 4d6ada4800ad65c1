import type { Clock } from '../../platform/clock.ts'
import type { Bus } from '../../realtime/index.ts'

/** Token bucket: capacity in messages, and refill rate. */
export const SEND_BURST = 60
export const SENDS_PER_SECOND = 30
const FORGET_AT = 100_000
/** A node tells the others what a sender used after so many messages in a row: slower senders cost no message on the bus. */
const TOLD_AFTER = SEND_BURST / 4

type Bucket = { left: number; at: number; untold: number }

/** A token bucket per sender, the same on all nodes. */
export class Pace {
  private readonly clock: Clock
  private readonly bus: Bus
  private readonly buckets = new Map<string, Bucket>()
  readonly close: () => void
  private isTelling = false

  constructor(clock: Clock, bus: Bus) {
    this.clock = clock
    this.bus = bus
    // An ordered bus is that of a single node, which hears only what it said itself.
    this.close = bus.isOrdered ? () => {} : bus.subscribe((message) => message.kind === 'pace' && this.hear(message))
  }

  allows(sender: string): boolean {
    const bucket = this.refill(sender)
    if (bucket.left < 1) return false
    // After a rest nothing of what was used before counts any more.
    bucket.untold = bucket.left === SEND_BURST ? 1 : bucket.untold + 1
    bucket.left -= 1
    if (!this.bus.isOrdered && bucket.untold >= TOLD_AFTER) this.tell(sender, bucket)
    return true
  }

  private tell(sender: string, bucket: Bucket): void {
    const used = bucket.untold
    bucket.untold = 0
    // The bus gives it to this node too, at once.
    this.isTelling = true
    this.bus.publish({ kind: 'pace', sender, used })
    this.isTelling = false
  }

  private hear({ sender, used }: { sender: string; used: number }): void {
    if (this.isTelling) return
    const bucket = this.refill(sender)
    bucket.left = Math.max(0, bucket.left - used)
  }

  private refill(sender: string): Bucket {
    const now = this.clock.now().getTime()
    const bucket = this.buckets.get(sender) ?? this.begin(sender, now)
    bucket.left = Math.min(SEND_BURST, bucket.left + (Math.max(0, now - bucket.at) / 1000) * SENDS_PER_SECOND)
    bucket.at = now
    return bucket
  }

  /** Every sender has a full bucket again. */
  forget(): void {
    this.buckets.clear()
  }

  private begin(sender: string, now: number): Bucket {
    // Bounds memory; a full bucket is that of two idle seconds.
    if (this.buckets.size > FORGET_AT) this.forget()
    const bucket = { left: SEND_BURST, at: now, untold: 0 }
    this.buckets.set(sender, bucket)
    return bucket
  }
}
