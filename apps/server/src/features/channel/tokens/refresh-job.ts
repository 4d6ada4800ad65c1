import { type Source, SOURCES } from '@ruwu/contract'
import type { FastifyBaseLogger } from 'fastify'
import { type AccountTokenRules, TOKEN_RULES } from '../../../channels/channel-sources.ts'
import { PlatformError } from '../../../channels/platform-error.ts'
import type { AccountTokens } from '../../../channels/source.ts'
import type { Database } from '../../../db/database.ts'
import type { JobKind } from '../../../jobs/jobs.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { type AccountRow, changeAccount, findAccount } from '../account.repo.ts'
import { markExpiring, markOpen } from '../authorisation-state.ts'
import { emitAccountChange } from '../history.repo.ts'
import { claimDue } from './account-token.repo.ts'
import type { AccountTokenKeeper } from './account-tokens.ts'
import type { AppTokens } from './app-tokens.ts'
import { isExpiring, needsRefresh } from './refresh-rules.ts'
import { accountPurpose, openTokens } from './seal-tokens.ts'

const MINUTE_MS = 60_000
/** Check interval per account, and jitter that spreads the checks. */
const CHECK_EVERY_MS = 10 * MINUTE_MS
const SPREAD_MS = 2 * MINUTE_MS
/** Retry delays for an unreachable platform; the last one repeats. */
const RETRY_MS = [1, 5, 15].map((minutes) => minutes * MINUTE_MS)
/** Consecutive failures before an error is shown. */
const FAILURES_SHOWN = 3
const BATCH_SIZE = 100

type TokenRefreshJobDeps = {
  db: Database
  clock: Clock
  secrets: Secrets
  log: FastifyBaseLogger
  keeper: AccountTokenKeeper
  appTokens: AppTokens
}

/** Renews authorisations before they expire and warns agents when that is impossible. */
export class TokenRefreshJob {
  private readonly deps: TokenRefreshJobDeps

  constructor(deps: TokenRefreshJobDeps) {
    this.deps = deps
  }

  /** Runs every minute for retries; each account is checked every ten minutes. */
  readonly job: JobKind = { name: 'keep-channel-tokens', every: '* * * * *', run: () => this.run() }

  async run(): Promise<void> {
    const { db, clock, log } = this.deps
    for (const source of SOURCES) await this.refreshApp(source)
    const now = clock.now()
    for (const row of await claimDue(db.sql, now, new Date(now.getTime() + CHECK_EVERY_MS), BATCH_SIZE)) {
      await this.check(row).catch((error: unknown) =>
        log.error({ err: error, relationId: row.id }, 'an account’s tokens could not be kept'),
      )
    }
  }

  private async refreshApp(source: Source): Promise<void> {
    const { appTokens, log } = this.deps
    try {
      await appTokens.keep(source)
    } catch (error) {
      // Retried in a minute; the token is valid for longer than that.
      const isPassing = error instanceof PlatformError && error.retry === 'later'
      log[isPassing ? 'info' : 'error']({ err: error, source }, 'the application token could not be kept')
    }
  }

  private async check(row: AccountRow): Promise<void> {
    const rules = TOKEN_RULES[row.source].account
    if (!rules || row.tokens === null) return
    try {
      await this.freshen(row, rules)
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error
      // needs_reauth was handled where the error was raised.
      if (error.kind !== 'needs_reauth') await this.recordFailure(row, error)
      return
    }
    await this.recordSuccess(row, rules)
  }

  private async freshen(row: AccountRow, rules: AccountTokenRules): Promise<void> {
    const isGood = (tokens: AccountTokens) => !needsRefresh(tokens, rules, this.deps.clock.now())
    if (!isGood(this.tokensOf(row))) await this.deps.keeper.refreshDue(row, isGood)
  }

  private tokensOf(row: AccountRow): AccountTokens {
    if (row.tokens === null) throw new Error('the account has no tokens')
    return openTokens(this.deps.secrets, accountPurpose(row), row.tokens)
  }

  private async recordSuccess({ entId, id }: AccountRow, rules: AccountTokenRules): Promise<void> {
    const { db, clock } = this.deps
    await db.transaction(async (tx) => {
      const now = clock.now()
      const row = await findAccount(tx.sql, entId, id)
      if (!row || row.tokens === null) return
      const hadTrouble = row.keepFailures >= FAILURES_SHOWN
      await changeAccount(tx.sql, row, {
        keepAt: new Date(now.getTime() + CHECK_EVERY_MS + spreadOf(row)),
        keepFailures: 0,
        ...(hadTrouble ? { lastError: null, lastErrorAt: null } : {}),
      })
      if (hadTrouble) await emitAccountChange(tx, [row], null, now)
      if (isExpiring(this.tokensOf(row), rules, row.setting.authWarnDays, now)) await markExpiring(tx, row, now)
      else await markOpen(tx, row, now)
    })
  }

  /** The status is unchanged: an unreachable platform is no refusal. */
  private async recordFailure({ entId, id }: AccountRow, error: PlatformError): Promise<void> {
    const { db, clock, log } = this.deps
    log[error.isAlarm ? 'error' : 'warn']({ err: error, relationId: id }, 'an account’s tokens could not be refreshed')
    await db.transaction(async (tx) => {
      const now = clock.now()
      const row = await findAccount(tx.sql, entId, id)
      if (!row || row.tokens === null) return
      const failures = row.keepFailures + 1
      const wait = RETRY_MS[Math.min(failures, RETRY_MS.length) - 1] ?? CHECK_EVERY_MS
      const isShown = failures >= FAILURES_SHOWN
      await changeAccount(tx.sql, row, {
        keepAt: new Date(now.getTime() + wait),
        keepFailures: failures,
        ...(isShown ? { lastError: `连续 ${failures} 次未能续期授权：${error.message}`, lastErrorAt: now } : {}),
      })
      if (isShown) await emitAccountChange(tx, [row], null, now)
    })
  }
}

/** The same for an account every time; the last digits of its id are random. */
const spreadOf = ({ id }: AccountRow) => (Number.parseInt(id.slice(-4), 16) / 0x10000) * SPREAD_MS
