import { createHash } from 'node:crypto'

export type Counters = Record<string, number>

/**
 * Ids in the look of each platform, from seed, epoch and a counter. The epoch is the time the world began, so that a
 * restarted simulator on the wall clock never repeats an id that the server has already stored.
 */
export class Ids {
  readonly counters: Counters
  private readonly root: string

  constructor(seed: number, epoch: number, counters: Counters) {
    this.root = `${seed}:${epoch}`
    this.counters = counters
  }

  /** Messages, conversations, cards, pictures and items of douyin: long on purpose. */
  douyin(kind: string): string {
    const bytes = this.next(`douyin.${kind}`)
    return `@${bytes.subarray(0, 63).toString('base64')}==`
  }

  /** open_id of a customer. */
  douyinCustomer(): string {
    return `_000${this.next('douyin.customer').toString('base64url', 0, 24)}`
  }

  /** Msg-Id of a delivery: 19 digits. */
  msgId(): string {
    return String(7_100_000_000_000_000_000n + (this.next('msgId').readBigUInt64BE() % 80_000_000_000_000_000n))
  }

  /** `rb-in-000731`, longer so that no two runs meet. */
  redbookMessage(kind: 'in' | 'out'): string {
    return `rb-${kind}-${this.next(`redbook.${kind}`).toString('hex', 0, 10)}`
  }

  hex24(kind: string): string {
    return this.next(`hex24.${kind}`).toString('hex', 0, 12)
  }

  /** `act.…`, `rft.…`, `clt.…` and the like. */
  token(prefix: string): string {
    return prefix + this.next(`token.${prefix}`).toString('hex', 0, 32)
  }

  uuid(kind: string): string {
    return uuidOf(this.next(`uuid.${kind}`))
  }

  iv(): Buffer {
    return this.next('iv').subarray(0, 16)
  }

  /** `20261115093012` and 18 more characters, as the platform's support likes to hear them. */
  logId(now: number): string {
    const stamp = new Date(now + 8 * 3_600_000).toISOString().replaceAll(/\D/g, '').slice(0, 14)
    return stamp + this.next('log').toString('hex', 0, 9).toUpperCase()
  }

  /** What the platform asks back when an address is saved. */
  challenge(): number {
    return this.next('challenge').readUInt16BE()
  }

  private next(kind: string): Buffer {
    const count = (this.counters[kind] ?? 0) + 1
    this.counters[kind] = count
    return createHash('sha512').update(`${this.root}:${kind}:${count}`).digest()
  }
}

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex', 0, 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-9${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
