import { createHash } from 'node:crypto'
import { type AuthResult, USER_ID_PATTERN } from '@ruwu/contract'
import { isValidPassword } from '@ruwu/domain'
import type { Database } from '../../db/database.ts'
import { PUBLIC_SPACE } from '../../db/schema/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { ChatError } from '../../platform/http/chat-error.ts'
import { limitAddress } from '../../platform/http/limit-address.ts'
import { newId } from '../../platform/ids.ts'
import type { Bus } from '../../realtime/index.ts'
import { countTry, resetTries, type Limit, undoTry } from '../../platform/auth/throttle.repo.ts'
import { hashToken, newToken } from '../../platform/auth/token.ts'
import { inQueue, type Passwords } from '../../platform/auth/password.ts'
import { boundedQueue } from '../../platform/bounded-queue.ts'
import type { Secrets } from '../../platform/secrets.ts'
import {
  type ChatUserRow,
  findToken,
  findTokenOwner,
  findUser,
  insertToken,
  insertUser,
  revokeToken,
  updateUser,
} from './chat-user.repo.ts'
import { avatarPath, GUEST_SOURCE } from './directory.repo.ts'
import { guestSecret, isGuestSecret } from './guest-secret.ts'
import type { NewUserGate, Visitor } from './new-user-gate.ts'
import type { ChatIdentity } from '../../platform/http/chat-identity.ts'

const DAY_MS = 24 * 3_600_000
const TOKEN_LIFE_MS = { remembered: 30 * DAY_MS, otherwise: 7 * DAY_MS }
const FAILURES_PER_USER: Limit = { most: 10, windowMs: 15 * 60_000 }
/** Also bounds the rows that sign-ins by made-up ids leave. */
export const FAILURES_PER_ADDRESS: Limit = { most: 100, windowMs: 15 * 60_000 }
/** Each stores a token that lasts for days. */
export const SIGN_INS_PER_USER: Limit = { most: 200, windowMs: DAY_MS }

type Credentials = { id: string | undefined; password: string | undefined; remember: boolean | undefined }

/** `secrets` and `tokens`: what the request carries of an earlier sign-in. */
type GuestEntry = {
  id: string | undefined
  extra: Record<string, string> | undefined
  remember: boolean | undefined
  secrets: (string | undefined)[]
  tokens: string[]
}

export type SignedInUser = { result: AuthResult; lifeMs: number }

/** Registered users and guests. Agents sign in on the core API. */
export class ChatAuthService {
  private readonly db: Database
  private readonly bus: Bus
  private readonly clock: Clock
  private readonly passwords: Passwords
  private readonly secrets: Secrets
  private readonly newUsers: NewUserGate
  /** Sign-ins of strangers: they leave most of the database's connections to agents. */
  private readonly inTurn = boundedQueue({ running: 4, waiting: 64, refuse: busy })

  constructor(deps: {
    db: Database
    bus: Bus
    clock: Clock
    passwords: Passwords
    secrets: Secrets
    newUsers: NewUserGate
  }) {
    this.db = deps.db
    this.bus = deps.bus
    this.clock = deps.clock
    // One at a time: an agent's sign-in finds a free core.
    this.passwords = inQueue(deps.passwords, boundedQueue({ running: 1, waiting: 16, refuse: busy }))
    this.secrets = deps.secrets
    this.newUsers = deps.newUsers
  }

  register(input: Credentials, visitor: Visitor): Promise<SignedInUser> {
    return this.inTurn(() => this.create(input, visitor))
  }

  login(input: Credentials, visitor: Visitor): Promise<SignedInUser> {
    return this.inTurn(() => this.check(input, visitor))
  }

  guest(input: GuestEntry, visitor: Visitor): Promise<SignedInUser> {
    return this.inTurn(() => this.admit(input, visitor))
  }

  private async create({ id, password, remember }: Credentials, visitor: Visitor): Promise<SignedInUser> {
    checkId(id)
    if (!password || !isValidPassword(password)) throw new ChatError(400, 'bad password')
    await this.newUsers.pass(visitor)
    if (await findUser(this.db.sql, id)) throw new ChatError(400, 'email exists')
    const passwordHash = await this.passwords.hash(digest(password))
    const created = await insertUser(this.db.sql, { id, passwordHash, source: '', extra: {} }, this.clock.now())
    if (!created) throw new ChatError(400, 'email exists')
    return this.signIn(id, remember)
  }

  private async check({ id, password, remember }: Credentials, visitor: Visitor): Promise<SignedInUser> {
    if (!id || !password) throw new ChatError(400, 'email and password required')
    const [ofAddress, tries] = [`chat-login-from:${limitAddress(visitor.address)}`, `chat-login:${id.slice(0, 128)}`]
    await this.countFailure(ofAddress, FAILURES_PER_ADDRESS)
    const user = await findUser(this.db.sql, id)
    const matches = await this.verify(tries, user?.passwordHash ?? undefined, password).catch(
      async (error: unknown) => {
        // Only wrong passwords count for the address, which others share.
        await undoTry(this.db.sql, ofAddress)
        throw error
      },
    )
    if (!user || !matches) throw new ChatError(401, 'invalid password')
    await resetTries(this.db.sql, tries)
    await undoTry(this.db.sql, ofAddress)
    if (!user.enabled) throw new ChatError(403, 'account disabled')
    return this.signIn(id, remember)
  }

  private async verify(tries: string, passwordHash: string | undefined, password: string): Promise<boolean> {
    await this.countFailure(tries, FAILURES_PER_USER)
    return this.passwords.verify(passwordHash, digest(password))
  }

  private async countFailure(key: string, limit: Limit): Promise<void> {
    const { count } = await countTry(this.db.sql, key, limit, this.clock.now())
    if (count > limit.most) throw new ChatError(429, 'too many failures, try again later')
  }

  /** Returns the same token with its user. */
  async loginByToken(token: string, id: string | undefined): Promise<AuthResult> {
    const found = await findToken(this.db.sql, hashToken(token), this.clock.now())
    if (!found || (id !== undefined && id !== found.user.id)) throw new ChatError(401, 'invalid token')
    return toResult(found.user, token)
  }

  /** The first sign-in by an id creates the guest; later ones need its secret or a valid token. */
  private async admit({ id, extra, remember, ...proof }: GuestEntry, visitor: Visitor): Promise<SignedInUser> {
    checkId(id)
    const now = this.clock.now()
    const user = await findUser(this.db.sql, id)
    if (user) {
      if (user.passwordHash !== null) throw new ChatError(403, 'not a guest')
      if (!(await this.isSameGuest(id, proof))) throw new ChatError(403, 'this guest belongs to somebody else')
      if (!user.enabled) throw new ChatError(403, 'account disabled')
      if (extra) await updateUser(this.db.sql, id, { extra }, now)
    } else {
      await this.newUsers.pass(visitor)
      const guest = { id, passwordHash: null, source: GUEST_SOURCE, extra: extra ?? {} }
      if (!(await insertUser(this.db.sql, guest, now))) throw new ChatError(403, 'this guest belongs to somebody else')
    }
    const { result, lifeMs } = await this.signIn(id, remember)
    const privateExtra = { guestSecret: guestSecret(this.secrets, id) }
    return { result: { ...result, profile: { ...result.profile, privateExtra } }, lifeMs }
  }

  private async isSameGuest(id: string, { secrets, tokens }: Pick<GuestEntry, 'secrets' | 'tokens'>): Promise<boolean> {
    if (secrets.some((secret) => isGuestSecret(this.secrets, id, secret))) return true
    for (const token of tokens) if ((await this.identify(token))?.userId === id) return true
    return false
  }

  async logout(caller: ChatIdentity): Promise<void> {
    await revokeToken(this.db.sql, caller.sessionId, this.clock.now())
    this.bus.publish({ kind: 'revoked', entId: caller.entId, sessionIds: [caller.sessionId], reason: null })
  }

  async identify(token: string): Promise<ChatIdentity | undefined> {
    const found = await findTokenOwner(this.db.pool, hashToken(token), this.clock.now())
    return found && { entId: PUBLIC_SPACE, userId: found.userId, sessionId: found.id, isAgent: false }
  }

  private async signIn(id: string, remember = false): Promise<SignedInUser> {
    const user = await findUser(this.db.sql, id)
    if (!user) throw new ChatError(404, 'user not found')
    const now = this.clock.now()
    const { count } = await countTry(this.db.sql, `chat-sign-in:${id}`, SIGN_INS_PER_USER, now)
    if (count > SIGN_INS_PER_USER.most) throw new ChatError(429, 'too many sign-ins today')
    const lifeMs = remember ? TOKEN_LIFE_MS.remembered : TOKEN_LIFE_MS.otherwise
    const token = newToken()
    await insertToken(
      this.db.sql,
      { id: newId<string>(now), userId: id, tokenHash: hashToken(token), expiresAt: new Date(now.getTime() + lifeMs) },
      now,
    )
    return { result: toResult(user, token), lifeMs }
  }
}

const busy = () => new ChatError(429, 'too many sign-ins at once, try again')

function checkId(id: string | undefined): asserts id is string {
  if (!id || !USER_ID_PATTERN.test(id)) throw new ChatError(400, 'bad user id')
}

/**
 * The console sends SHA-256 digests and clients of these routes send passwords; both are stored as the hash of a
 * digest.
 */
const digest = (password: string) => createHash('sha256').update(password).digest('hex')

function toResult(user: ChatUserRow, token: string): AuthResult {
  const { avatar, gender, city, country } = user
  return {
    email: user.id,
    displayName: user.displayName || user.id,
    token,
    isStaff: false,
    profile: { avatar: avatar || avatarPath(user.id), gender, city, region: '', country },
  }
}
