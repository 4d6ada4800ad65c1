import type { CaptchaId } from '@ruwu/contract'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { FieldError, TooOftenError, UserFacingError } from '../../platform/http/errors.ts'
import { takeCaptcha } from './auth.repo.ts'
import { countTries, undoTry } from '../../platform/auth/throttle.repo.ts'
import { countTry, type Limit, resetTries } from '../../platform/auth/throttle.repo.ts'

const FIFTEEN_MINUTES_MS = 15 * 60_000

const FAILURES_PER_ACCOUNT: Limit = { most: 5, windowMs: FIFTEEN_MINUTES_MS }
const FAILURES_PER_ADDRESS: Limit = { most: 20, windowMs: FIFTEEN_MINUTES_MS }
/** Failures after which a captcha is required. */
const CAPTCHA_AFTER_FAILURES = 3

const TOO_MANY_FAILURES = '登录失败次数过多，请 15 分钟后再试'

type Try = { telephone: string; captchaId?: CaptchaId | undefined; captchaCode?: string | undefined }

type Attempt = { failed(): UserFacingError; passed(): Promise<void> }

/** Throttles logins per account and address before the password check, and requires a captcha after failures. */
export class LoginGate {
  private readonly db: Database
  private readonly clock: Clock

  constructor(db: Database, clock: Clock) {
    this.db = db
    this.clock = clock
  }

  async enter(input: Try, ip: string): Promise<Attempt> {
    const account = `login:account:${input.telephone}`
    const address = `login:address:${ip}`
    const now = this.clock.now()

    await this.checkCaptcha(input, await countTries(this.db.sql, account, now))
    const accountTries = await this.count(account, FAILURES_PER_ACCOUNT, now)
    await this.count(address, FAILURES_PER_ADDRESS, now).catch(async (error: unknown) => {
      // Otherwise a throttled address could lock other accounts.
      await undoTry(this.db.sql, account)
      throw error
    })

    return {
      failed: () =>
        new UserFacingError('wrongCredentials', undefined, { captchaRequired: accountTries >= CAPTCHA_AFTER_FAILURES }),
      passed: async () => {
        await resetTries(this.db.sql, account)
        await undoTry(this.db.sql, address)
      },
    }
  }

  private async count(key: string, limit: Limit, now: Date): Promise<number> {
    const { count, endsAt } = await countTry(this.db.sql, key, limit, now)
    if (count <= limit.most) return count
    // A throttled attempt is not checked, so it does not count as a failure.
    await undoTry(this.db.sql, key)
    throw new TooOftenError(Math.ceil((endsAt.getTime() - now.getTime()) / 1000), TOO_MANY_FAILURES)
  }

  private async checkCaptcha({ captchaId, captchaCode }: Try, failures: number): Promise<void> {
    if (failures < CAPTCHA_AFTER_FAILURES || failures >= FAILURES_PER_ACCOUNT.most) return
    if (!captchaId || !captchaCode) throw new FieldError({ captchaCode: '请输入图形验证码' }, { captchaRequired: true })
    const answer = await takeCaptcha(this.db.sql, captchaId, this.clock.now())
    if (answer?.toUpperCase() !== captchaCode.toUpperCase()) {
      throw new FieldError({ captchaCode: '图形验证码不正确' }, { captchaRequired: true })
    }
  }
}
