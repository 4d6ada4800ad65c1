import {
  AGENT_STATUS,
  type AgentId,
  type AuditAction,
  authApi,
  type CaptchaId,
  CORE_BASE_PATH,
  type EntId,
  isKickReason,
  type SignedIn,
  type SignInSession,
} from '@ruwu/contract'
import { PASSWORD_TEXTS, SUSPENDED_TEXT } from '@ruwu/domain'
import type { Database, Queryable, Transaction } from '../../db/database.ts'
import { boundedQueue } from '../../platform/bounded-queue.ts'
import { type Actor, writeAudit } from '../../platform/audit.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { FieldError, NotFoundError, TooOftenError, UserFacingError } from '../../platform/http/errors.ts'
import { cookieText, readCookie } from '../../platform/http/cookies.ts'
import type { Origin } from '../../platform/http/implement.ts'
import { limitAddress } from '../../platform/http/limit-address.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { newId } from '../../platform/ids.ts'
import type { Bus } from '../../realtime/index.ts'
import {
  findAccount,
  findCaller,
  findCallerBySession,
  insertCaptcha,
  insertSession,
  isOfSuspended,
  isSuspended,
  listSessions,
  replaceToken,
  type RevokeReason,
  revokeSessions,
  touchSession,
} from './auth.repo.ts'
import { drawCaptcha, newCaptchaCode } from './captcha.ts'
import { DEVICE_COOKIE, DEVICE_LIFE_SECONDS, newDevice } from './known-device.ts'
import type { Attempt, LoginGate } from './login-gate.ts'
import type { Opened, PendingLogin, SecondStep } from './pending-login.ts'
import { checkNewPassword } from '../../platform/auth/new-password.ts'
import type { Passwords } from '../../platform/auth/password.ts'
import { countTry, type Limit } from '../../platform/auth/throttle.repo.ts'
import { hashToken, newToken } from '../../platform/auth/token.ts'

/** Last use is stored at most this often. */
const TOUCH_EVERY_MS = 5 * 60_000
const CAPTCHA_LIFE_MS = 5 * 60_000
/** Captchas in the time that one lives: a row each, and 10 ms of the process to draw it. An address may take 2 % of all. */
export const CAPTCHAS_PER_ADDRESS: Limit = { most: 60, windowMs: CAPTCHA_LIFE_MS }
export const CAPTCHAS_IN_TOTAL: Limit = { most: 3000, windowMs: CAPTCHA_LIFE_MS }

type LoginInput = {
  telephone: string
  password: string
  captchaId?: CaptchaId | undefined
  captchaCode?: string | undefined
  newPassword?: string | undefined
}

type AccountActor = Actor & { agentId: AgentId; name: string }

const DISABLED = '账号已停用，请联系管理员'

/** Stores a login on the agent's row; passed in, because agent owns that table and depends on auth. */
type RecordLogin = (
  db: Queryable,
  account: { entId: EntId; agentId: AgentId; passwordHash: string; newHash: string | undefined },
  ip: string,
  now: Date,
) => Promise<{ isFirst: boolean } | undefined>

export class AuthService {
  private readonly db: Database
  private readonly bus: Bus
  private readonly clock: Clock
  private readonly passwords: Passwords
  private readonly gate: LoginGate
  private readonly recordLogin: RecordLogin
  private readonly secondStep: SecondStep
  private readonly closedEntId: EntId | undefined
  private readonly secrets: Secrets
  private readonly isHttps: boolean
  /** One at a time: other requests are answered between two drawings. */
  private readonly captchaQueue = boundedQueue({ running: 1, waiting: 50, refuse: () => new TooOftenError(1) })

  constructor(deps: {
    db: Database
    bus: Bus
    clock: Clock
    passwords: Passwords
    gate: LoginGate
    recordLogin: RecordLogin
    secondStep: SecondStep
    /** The demo's enterprise while the demo is off: its password is public, so neither it nor a token opens anything. */
    closedEntId: EntId | undefined
    secrets: Secrets
    isHttps: boolean
  }) {
    this.db = deps.db
    this.bus = deps.bus
    this.clock = deps.clock
    this.passwords = deps.passwords
    this.gate = deps.gate
    this.recordLogin = deps.recordLogin
    this.secondStep = deps.secondStep
    this.closedEntId = deps.closedEntId
    this.secrets = deps.secrets
    this.isHttps = deps.isHttps
  }

  async login(input: LoginInput, origin: Origin): Promise<SignedIn> {
    const attempt = await this.gate.enter(input, origin.ip, readCookie(origin.cookies, DEVICE_COOKIE))
    const account = await findAccount(this.db.sql, input.telephone)
    const matches = await this.passwords.verify(account?.passwordHash, input.password)
    if (!account) throw attempt.failed()
    const actor = { ...account, ip: origin.ip }
    if (!matches) throw await this.refuse(attempt, actor)
    // Counts as a failed attempt: the password is public, and each costs a slow hash.
    if (account.entId === this.closedEntId) throw new UserFacingError('refused', '演示已关闭，演示账号不能登录')
    await attempt.passed()
    const closed = account.suspendedAt ? SUSPENDED_TEXT : account.enabled ? undefined : DISABLED
    if (closed) {
      await this.auditFailure(actor, 'auth.loginFailed', closed)
      throw new UserFacingError('refused', closed)
    }

    const newHash = account.isOneTime ? await this.replacementOf(input) : null
    const { entId, agentId, name, entName, passwordHash } = account
    const login: PendingLogin = { entId, agentId, name, entName, passwordHash, newHash, telephone: input.telephone }
    const demand = await this.secondStep.demand(login)
    if (demand) throw new UserFacingError('secondStep', undefined, demand)
    const { recoveryCodes: _none, ...signedIn } = await this.completeLogin(login, origin, async () => [])
    return signedIn
  }

  /** The code that a sign-in waits for. */
  async loginSecond({ challenge, code }: { challenge: string; code: string }, origin: Origin): Promise<Opened> {
    const { isLast, ...waiting } = await this.secondStep.read(challenge)
    try {
      return await this.completeLogin(waiting.login, origin, (tx, now) =>
        this.secondStep.accept(tx, waiting, code, origin.ip, now),
      )
    } catch (error) {
      const actor = { ...waiting.login, ip: origin.ip }
      if (error instanceof FieldError)
        await this.auditFailure(actor, isLast ? 'auth.locked' : 'auth.loginFailed', '两步验证码不正确')
      throw error
    }
  }

  /** Opens the session and ends the agent's others. `confirm` runs in the same transaction and returns new recovery codes, if any. */
  private async completeLogin(
    login: PendingLogin,
    origin: Origin,
    confirm: (tx: Transaction, now: Date) => Promise<string[]>,
  ): Promise<Opened> {
    const { entId, agentId, name, entName } = login
    const now = this.clock.now()
    const opened = await this.db.transaction(async (tx) => {
      if (await isSuspended(tx.sql, entId)) throw new UserFacingError('refused', SUSPENDED_TEXT)
      const recorded = await this.recordLogin(tx.sql, { ...login, newHash: login.newHash ?? undefined }, origin.ip, now)
      if (!recorded) throw new UserFacingError('wrongCredentials', undefined, { captchaRequired: false })
      const recoveryCodes = await confirm(tx, now)
      const entry = { action: 'auth.login', object: agentId, name, after: { device: origin.userAgent } } as const
      await writeAudit(tx.sql, { ...login, ip: origin.ip }, entry, now)
      await this.revoke(tx, entId, { agentId }, 'kick_self')
      if (recorded.isFirst) {
        const at = now.toISOString()
        tx.emit(entId, { type: 'agent_status_change', agentId, status: AGENT_STATUS.online, at, operatorId: agentId })
      }
      return { token: await this.openSession(tx, login, origin), recoveryCodes }
    })
    this.rememberDevice(login.telephone, origin)
    return { ...opened, entId, id: agentId, entName }
  }

  /** The refusal of a wrong password. Entries are as bounded as the attempts that the gate lets pass. */
  private async refuse(attempt: Attempt, actor: AccountActor): Promise<UserFacingError> {
    await this.auditFailure(actor, attempt.isLast ? 'auth.locked' : 'auth.loginFailed', '密码错误')
    return attempt.failed()
  }

  private async auditFailure(actor: AccountActor, action: AuditAction, reason: string): Promise<void> {
    const entry = { action, object: actor.agentId, name: actor.name, after: { reason } }
    await writeAudit(this.db.sql, actor, entry, this.clock.now())
  }

  /** Signs the agent in; returns the token. */
  async openSession(
    tx: Transaction,
    { entId, agentId }: Pick<Caller, 'entId' | 'agentId'>,
    origin: Origin,
    expiresAt: Date | null = null,
  ): Promise<string> {
    const token = newToken()
    const now = this.clock.now()
    await insertSession(tx.sql, {
      entId,
      id: newId<string>(now),
      agentId,
      tokenHash: hashToken(token),
      ip: origin.ip,
      userAgent: origin.userAgent.slice(0, 300),
      expiresAt,
      now,
    })
    return token
  }

  private async replacementOf({ telephone, password, newPassword }: LoginInput): Promise<string> {
    if (newPassword === undefined) throw new FieldError({ newPassword: PASSWORD_TEXTS.oneTime })
    checkNewPassword(newPassword, { telephone, old: password })
    return this.passwords.hash(newPassword)
  }

  /** Later sign-ins from this browser are counted apart from those of strangers. */
  rememberDevice(telephone: string, origin: Origin): void {
    origin.setCookie(
      cookieText({
        name: DEVICE_COOKIE,
        value: newDevice(this.secrets, telephone),
        path: CORE_BASE_PATH + authApi.login.path,
        seconds: DEVICE_LIFE_SECONDS,
        sameSite: 'Strict',
        isHttps: this.isHttps,
      }),
    )
  }

  async captcha(origin: Origin): Promise<{ captchaId: CaptchaId; image: string }> {
    const now = this.clock.now()
    // The address first: what it has too much does not count against the others.
    for (const [key, limit] of [
      [`captcha:${limitAddress(origin.ip)}`, CAPTCHAS_PER_ADDRESS],
      ['captcha', CAPTCHAS_IN_TOTAL],
    ] as const) {
      const { count, endsAt } = await countTry(this.db.sql, key, limit, now)
      if (count > limit.most) throw new TooOftenError(Math.ceil((endsAt.getTime() - now.getTime()) / 1000))
    }
    return this.captchaQueue(async () => {
      const captchaId = newId<CaptchaId>(now)
      const code = newCaptchaCode()
      await insertCaptcha(this.db.sql, captchaId, code, new Date(now.getTime() + CAPTCHA_LIFE_MS))
      return { captchaId, image: drawCaptcha(code) }
    })
  }

  async logout(caller: Caller): Promise<true> {
    await this.db.transaction(async (tx) => {
      const now = this.clock.now()
      await this.revoke(tx, caller.entId, { sessionId: caller.sessionId, agentId: caller.agentId }, 'logout')
      await writeAudit(tx.sql, caller, { action: 'auth.logout', object: caller.agentId }, now)
    })
    return true
  }

  async sessions({ entId, agentId, sessionId }: Caller): Promise<SignInSession[]> {
    return (await listSessions(this.db.sql, entId, agentId)).map((row) => toSession(row, sessionId))
  }

  /** Ends one of the caller's other sign-ins; any other id looks absent. */
  async endSession(caller: Caller, id: string): Promise<true> {
    if (id === caller.sessionId) throw new UserFacingError('refused', '退出本设备请使用「退出登录」')
    if ((await this.endOwn(caller, { agentId: caller.agentId, sessionId: id })) === 0) throw new NotFoundError('登录')
    return true
  }

  async endOtherSessions(caller: Caller): Promise<{ ended: number }> {
    return { ended: await this.endOwn(caller, { agentId: caller.agentId, except: caller.sessionId }) }
  }

  private endOwn(caller: Caller, which: Parameters<typeof revokeSessions>[2]): Promise<number> {
    return this.db.transaction(async (tx) => {
      const ended = await this.revoke(tx, caller.entId, which, 'logout')
      const entry = { action: 'auth.endSession', object: caller.agentId } as const
      if (ended > 0) await writeAudit(tx.sql, caller, entry, this.clock.now())
      return ended
    })
  }

  /** The caller of a valid token. */
  async authenticate(token: string): Promise<Caller | undefined> {
    if (token === '') return undefined
    const now = this.clock.now()
    const found = await findCaller(this.db.sql, hashToken(token), now)
    if (!found || found.entId === this.closedEntId) return undefined
    const { lastUsedAt, ...caller } = found
    if (now.getTime() - lastUsedAt.getTime() > TOUCH_EVERY_MS)
      await touchSession(this.db.sql, caller.entId, caller.sessionId, now)
    return caller
  }

  /** Why a token opens nothing, where it is worth saying. */
  async whyRefused(token: string): Promise<string | undefined> {
    return token !== '' && (await isOfSuspended(this.db.sql, hashToken(token))) ? SUSPENDED_TEXT : undefined
  }

  /** Current rights of a sign-in's agent. */
  async callerOf({ entId, sessionId }: { entId: EntId; sessionId: string }): Promise<Caller | undefined> {
    return entId === this.closedEntId ? undefined : findCallerBySession(this.db.sql, entId, sessionId, this.clock.now())
  }

  /** Issues a new token for the caller's sign-in and ends the agent's other sign-ins. */
  async renewAfterPasswordChange(tx: Transaction, caller: Caller): Promise<string> {
    const token = newToken()
    await replaceToken(tx.sql, caller.entId, caller.sessionId, hashToken(token))
    tx.afterCommit(() => this.bus.publish({ kind: 'token-replaced', sessionId: caller.sessionId }))
    await this.revoke(
      tx,
      caller.entId,
      { agentId: caller.agentId, except: caller.sessionId },
      'kick_by_password_updated',
    )
    return token
  }

  /** Ends every sign-in of an agent. */
  async endSessions(tx: Transaction, entId: EntId, agentId: AgentId, reason: RevokeReason): Promise<void> {
    await this.revoke(tx, entId, { agentId }, reason)
  }

  /** Ends the sign-ins of agents who lack the second step that their role demands; call it where either has changed. */
  async endWithoutSecondStep(tx: Transaction, entId: EntId): Promise<void> {
    await this.revoke(tx, entId, 'withoutSecondStep', 'forced')
  }

  /** Consoles get a kick frame for kick reasons; otherwise the next request fails with 401. */
  private async revoke(
    tx: Transaction,
    entId: EntId,
    which: Parameters<typeof revokeSessions>[2],
    reason: RevokeReason,
  ): Promise<number> {
    const sessionIds = await revokeSessions(tx.sql, entId, which, reason, this.clock.now())
    const kick = isKickReason(reason) ? reason : null
    if (sessionIds.length > 0)
      tx.afterCommit(() => this.bus.publish({ kind: 'revoked', entId, sessionIds, reason: kick }))
    return sessionIds.length
  }
}

const toSession = (row: Awaited<ReturnType<typeof listSessions>>[number], currentId: string): SignInSession => ({
  id: row.id,
  userAgent: row.userAgent,
  ip: row.ip,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt.toISOString(),
  endedAt: row.revokedAt?.toISOString() ?? null,
  isCurrent: row.id === currentId,
})
