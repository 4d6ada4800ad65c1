import type { Database } from '../../db/database.ts'
import { countTry, type Limit, undoTry } from '../../platform/auth/throttle.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import { ChatError } from '../../platform/http/chat-error.ts'
import { type ChatIdentity, isStranger } from '../../platform/http/chat-identity.ts'

const KIB = 1024
const DAY_MS = 24 * 3_600_000

/** KiB of messages that a chat user or a visitor of /demo may store in a day, and all of them together; agents are not limited. */
export const MESSAGE_KIB_PER_USER: Limit = { most: 4 * 1024, windowMs: DAY_MS }
export const MESSAGE_KIB_OF_PUBLIC_CHAT: Limit = { most: 1024 * 1024, windowMs: DAY_MS }
/** What a message takes beside its content: its row, index entries and conversations. */
export const ROW_BYTES = 512

/** KiB counted at once, larger than any message: counting every message would cost each send two more statements. */
export const USER_PIECE_KIB = 256
const TOTAL_PIECE_KIB = 4096
const MOST_USERS = 100_000

type Deps = { db: Database; clock: Clock }

export const QUOTA_EXCEEDED = 'message quota of the day exceeded'

/** Limit of the bytes that chat users store, per user and in total, counted in the database and spent from memory. */
export class ByteAllowance {
  private readonly deps: Deps
  private readonly users = new Map<string, LeasedPiece>()
  private readonly total: LeasedPiece

  constructor(deps: Deps) {
    this.deps = deps
    this.total = new LeasedPiece(deps, 'message-kib', MESSAGE_KIB_OF_PUBLIC_CHAT, TOTAL_PIECE_KIB)
  }

  /** Whether the user may store that much; then it is taken. Synchronous while the piece in memory lasts. */
  take(userId: string, bytes: number): boolean | Promise<boolean> {
    const pieces = [this.pieceOf(userId), this.total]
    return spend(pieces, bytes) || this.takeLater(pieces, bytes)
  }

  /** For rows and texts that are no messages; agents are not counted. */
  async charge(caller: ChatIdentity, bytes: number): Promise<void> {
    if (isStranger(caller) && !(await this.take(caller.userId, ROW_BYTES + bytes)))
      throw new ChatError(429, QUOTA_EXCEEDED)
  }

  /** For a message that was not stored. */
  giveBack(userId: string, bytes: number): void {
    this.users.get(userId)?.add(bytes)
    this.total.add(bytes)
  }

  private async takeLater(pieces: LeasedPiece[], bytes: number): Promise<boolean> {
    do {
      // The user first: what one has too much does not count against the others.
      for (const piece of pieces) if (!(await piece.fill(bytes))) return false
    } while (!spend(pieces, bytes))
    return true
  }

  private pieceOf(userId: string): LeasedPiece {
    const known = this.users.get(userId)
    if (known) return known
    const [oldest] = this.users.keys()
    if (oldest !== undefined && this.users.size >= MOST_USERS) this.users.delete(oldest)
    const piece = new LeasedPiece(this.deps, `message-kib:${userId}`, MESSAGE_KIB_PER_USER, USER_PIECE_KIB)
    this.users.set(userId, piece)
    return piece
  }
}

function spend(pieces: LeasedPiece[], bytes: number): boolean {
  const isEnough = pieces.every((piece) => piece.has(bytes))
  if (isEnough) for (const piece of pieces) piece.add(-bytes)
  return isEnough
}

/** The part of a counter in the database that this node may spend until the counter's window ends. */
class LeasedPiece {
  private readonly deps: Deps
  private readonly key: string
  private readonly limit: Limit
  private readonly kib: number
  private left = 0
  private endsAt = new Date(0)
  private isUsedUp = false
  private filling: Promise<void> | undefined

  constructor(deps: Deps, key: string, limit: Limit, kib: number) {
    this.deps = deps
    this.key = key
    this.limit = limit
    this.kib = kib
  }

  has(bytes: number): boolean {
    if (this.endsAt <= this.deps.clock.now()) {
      this.left = 0
      this.isUsedUp = false
    }
    return this.left >= bytes
  }

  add(bytes: number): void {
    this.left += bytes
  }

  /** False when the counter has no more. */
  async fill(bytes: number): Promise<boolean> {
    while (!this.has(bytes)) {
      if (this.isUsedUp) return false
      this.filling ??= this.lease().finally(() => (this.filling = undefined))
      await this.filling
    }
    return true
  }

  private async lease(): Promise<void> {
    const { db, clock } = this.deps
    const { count, endsAt } = await countTry(db.sql, this.key, this.limit, clock.now(), this.kib)
    this.endsAt = endsAt
    this.isUsedUp = count > this.limit.most
    if (this.isUsedUp) await undoTry(db.sql, this.key, this.kib)
    else this.left += this.kib * KIB
  }
}
