import type { CaptchaId } from '@ruwu/contract'
import type { Database, Queryable } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { FieldError, TooOftenError, UserFacingError } from '../../platform/http/errors.ts'
import { limitAddress } from '../../platform/http/limit-address.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { takeCaptcha } from './auth.repo.ts'
import { knownDevice } from './known-device.ts'
import { countTries, countTry, type Limit, resetTries, undoTry } from '../../platform/auth/throttle.repo.ts'

const FIFTEEN_MINUTES_MS = 15 * 60_000

/** Of one account from one address, or from a browser that has signed in to it. */
const FAILURES_PER_PAIR: Limit = { most: 5, windowMs: FIFTEEN_MINUTES_MS }
const FAILURES_PER_ADDRESS: Limit = { most: 20, windowMs: FIFTEEN_MINUTES_MS }
/** Of one account from all addresses and unknown browsers: guessing from many addresses. */
const FAILURES_PER_ACCOUNT: Limit = { most: 100, windowMs: FIFTEEN_MINUTES_MS }
/** Failures after which a captcha is required. */
const CAPTCHA_AFTER_FAILURES = 3

const TOO_MANY_FAILURES = '登录失败次数过多，请 15 分钟后再试'

type Try = { telephone: string; captchaId?: CaptchaId | undefined; captchaCode?: string | undefined }
type Counter = { key: string; limit: Limit; isForgiven: boolean }

export type Attempt = {
  /** Should it fail, the account is locked for this browser or address. */
  isLast: boolean
  failed(): UserFacingError
  passed(): Promise<void>
}

/**
 * Throttles logins before the password check, and requires a captcha after failures. Browsers that have signed in to the account
 * are counted apart, so that wrong passwords from elsewhere do not lock the account for its owner.
 */
export class LoginGate {
  private readonly db: Database
  private readonly clock: Clock
  private readonly secrets: Secrets

  constructor(deps: { db: Database; clock: Clock; secrets: Secrets }) {
    this.db = deps.db
    this.clock = deps.clock
    this.secrets = deps.secrets
  }

  async enter(input: Try, ip: string, device: string | undefined): Promise<Attempt> {
    const now = this.clock.now()
    const counters = countersOf(input.telephone, ip, knownDevice(this.secrets, input.telephone, device))
    // The address counts accounts, not guesses at this one.
    const ofAccount = counters.filter(({ limit }) => limit !== FAILURES_PER_ADDRESS)
    const failures = await Promise.all(ofAccount.map(({ key }) => countTries(this.db.sql, key, now)))
    const isOpen = ofAccount.every(({ limit }, no) => (failures[no] ?? 0) < limit.most)
    if (isOpen && Math.max(...failures) >= CAPTCHA_AFTER_FAILURES) await checkCaptcha(this.db.sql, input, now)
    const { tries, isLast } = await this.count(counters, now)

    return {
      isLast,
      failed: () =>
        new UserFacingError('wrongCredentials', undefined, { captchaRequired: tries >= CAPTCHA_AFTER_FAILURES }),
      passed: async () => {
        for (const { key, isForgiven } of counters)
          await (isForgiven ? resetTries(this.db.sql, key) : undoTry(this.db.sql, key))
      },
    }
  }

  /** The most tries of one account that any counter has. A throttled attempt is not checked, so none counts it. */
  private async count(counters: Counter[], now: Date): Promise<{ tries: number; isLast: boolean }> {
    let tries = 0
    let isLast = false
    for (const [no, { key, limit }] of counters.entries()) {
      const { count, endsAt } = await countTry(this.db.sql, key, limit, now)
      if (limit !== FAILURES_PER_ADDRESS) {
        tries = Math.max(tries, count)
        isLast ||= count === limit.most
      }
      if (count <= limit.most) continue
      for (const counted of counters.slice(0, no + 1)) await undoTry(this.db.sql, counted.key)
      throw new TooOftenError(Math.ceil((endsAt.getTime() - now.getTime()) / 1000), TOO_MANY_FAILURES)
    }
    return { tries, isLast }
  }
}

type CaptchaAnswer = Pick<Try, 'captchaId' | 'captchaCode'>

/** A captcha is used up by the check, right or wrong. */
export async function checkCaptcha(db: Queryable, { captchaId, captchaCode }: CaptchaAnswer, now: Date): Promise<void> {
  if (!captchaId || !captchaCode) throw new FieldError({ captchaCode: '请输入图形验证码' }, { captchaRequired: true })
  const answer = await takeCaptcha(db, captchaId, now)
  if (answer?.toUpperCase() !== captchaCode.toUpperCase())
    throw new FieldError({ captchaCode: '图形验证码不正确' }, { captchaRequired: true })
}

/** What an attempt counts against; a success forgives the failures of its own kind, not those of others. */
function countersOf(telephone: string, ip: string, device: string | undefined): Counter[] {
  const address = limitAddress(ip)
  if (device) return [{ key: `login:device:${device}`, limit: FAILURES_PER_PAIR, isForgiven: true }]
  return [
    // First, so that an address that tries made-up telephones leaves a bounded number of rows.
    { key: `login:address:${address}`, limit: FAILURES_PER_ADDRESS, isForgiven: false },
    { key: `login:account:${telephone}:${address}`, limit: FAILURES_PER_PAIR, isForgiven: true },
    { key: `login:account:${telephone}`, limit: FAILURES_PER_ACCOUNT, isForgiven: false },
  ]
}
