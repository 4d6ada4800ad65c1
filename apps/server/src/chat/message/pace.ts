import type { Clock } from '../../platform/clock.ts'

/** Token bucket: capacity in messages, and refill rate. */
export const SEND_BURST = 60
export const SENDS_PER_SECOND = 30
const FORGET_AT = 100_000

type Bucket = { left: number; at: number }

/** A token bucket per sender and node. */
export class Pace {
  private readonly clock: Clock
  private readonly buckets = new Map<string, Bucket>()

  constructor(clock: Clock) {
    this.clock = clock
  }

  allows(sender: string): boolean {
    const now = this.clock.now().getTime()
    const bucket = this.buckets.get(sender) ?? this.begin(sender, now)
    bucket.left = Math.min(SEND_BURST, bucket.left + ((now - bucket.at) / 1000) * SENDS_PER_SECOND)
    bucket.at = now
    if (bucket.left < 1) return false
    bucket.left -= 1
    return true
  }

  /** Every sender has a full bucket again. */
  forget(): void {
    this.buckets.clear()
  }

  private begin(sender: string, now: number): Bucket {
    // Bounds memory; a full bucket is that of two idle seconds.
    if (this.buckets.size > FORGET_AT) this.forget()
    const bucket = { left: SEND_BURST, at: now }
    this.buckets.set(sender, bucket)
    return bucket
  }
}
