import { limitAddress } from './limit-address.ts'

/** Refused calls of the outside that are written to the log one by one. */
export const LOGGED_LIMIT = { perAddress: 20, inTotal: 200, windowMs: 3_600_000 }

type LimitOptions = { perAddress: number; inTotal: number; windowMs: number }

/** Counts something per address and in total within a fixed window. In memory, per node; never more addresses than `inTotal`. */
export class AddressLimit {
  private readonly options: LimitOptions
  private readonly counts = new Map<string, number>()
  private total = 0
  private endsAt = 0

  constructor(options: LimitOptions) {
    this.options = options
  }

  /** False when either limit is reached; then nothing is counted. */
  take(ip: string, now: Date): boolean {
    const address = limitAddress(ip)
    const { perAddress, inTotal, windowMs } = this.options
    if (now.getTime() >= this.endsAt) {
      this.endsAt = now.getTime() + windowMs
      this.counts.clear()
      this.total = 0
    }
    const count = this.counts.get(address) ?? 0
    if (this.total >= inTotal || count >= perAddress) return false
    this.counts.set(address, count + 1)
    this.total += 1
    return true
  }
}
