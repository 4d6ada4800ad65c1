import { type Source, SOURCES } from '@ruwu/contract'
import { TOKEN_RULES } from '../../../channels/channel-sources.ts'
import { PlatformError } from '../../../channels/platform-error.ts'
import type { AccountTokens, AppTokenSource } from '../../../channels/source.ts'
import type { Database } from '../../../db/database.ts'
import type { Clock } from '../../../platform/clock.ts'
import { SingleFlight } from '../../../platform/single-flight.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { APP_LOCK, withAdvisoryLock } from '../../../db/advisory-lock.ts'
import { findAppToken, type StoredAppToken, storeAppToken } from './app-token.repo.ts'

/** How long a cached token is used before the database is read for a newer one of another node. */
const MEMORY_MS = 30_000
/** After a refusal of an unknown token, a stored token younger than this is used instead of a new one. */
const RECENT_MS = 10_000

type AppTokensDeps = {
  db: Database
  clock: Clock
  secrets: Secrets
  app(source: Source): AppTokenSource | undefined
  /** One-time code from the operator for the first token, on platforms that require it. */
  grantCode(source: Source): string | undefined
}

/** Application tokens per source, shared by all nodes; refreshed under an advisory lock by one node at a time. */
export class AppTokens {
  private readonly deps: AppTokensDeps
  private readonly memory = new Map<Source, { tokens: AccountTokens; readAt: number }>()
  private readonly refreshes = new SingleFlight<AccountTokens>()

  constructor(deps: AppTokensDeps) {
    this.deps = deps
  }

  /** A token that is good for the next minutes. Throws PlatformError. */
  async ready(source: Source): Promise<string> {
    const known = this.memory.get(source)
    const now = this.deps.clock.now().getTime()
    if (known && now - known.readAt < MEMORY_MS && this.isFresh(source, known.tokens)) return known.tokens.accessToken
    return (await this.freshen(source, 'fresh', ({ tokens }) => this.isFresh(source, tokens))).accessToken
  }

  /** Another token in place of one that the platform refused; null where the caller does not know which it was. */
  async renew(source: Source, refused: string | null): Promise<string> {
    const wrong = refused ?? this.memory.get(source)?.tokens.accessToken
    const isOther = ({ tokens, updatedAt }: StoredAppToken) =>
      wrong === undefined
        ? this.deps.clock.now().getTime() - updatedAt.getTime() < RECENT_MS
        : tokens.accessToken !== wrong
    return (await this.freshen(source, `instead of ${wrong}`, isOther)).accessToken
  }

  /** Refreshes a stored token before it expires; without one, fetches the first where a one-time code is configured. */
  async keep(source: Source): Promise<void> {
    const { db, secrets, app, grantCode } = this.deps
    if (!app(source)) return
    const stored = await findAppToken(db.sql, secrets, source)
    if (stored ? this.isFresh(source, stored.tokens) : grantCode(source) === undefined) return
    await this.freshen(source, 'fresh', ({ tokens }) => this.isFresh(source, tokens))
  }

  private isFresh(source: Source, { accessExpiresAt }: AccountTokens): boolean {
    return accessExpiresAt.getTime() - this.deps.clock.now().getTime() >= TOKEN_RULES[source].appRefreshBeforeMs
  }

  private freshen(source: Source, what: string, isGood: (stored: StoredAppToken) => boolean): Promise<AccountTokens> {
    return this.refreshes.run(`${source} ${what}`, async () => {
      const { db, clock, secrets } = this.deps
      const tokens = await withAdvisoryLock(db.pool, [APP_LOCK, SOURCES.indexOf(source)], async (sql) => {
        const stored = await findAppToken(sql, secrets, source)
        if (stored && isGood(stored)) return stored.tokens
        const fetched = await this.fetch(source, stored?.tokens)
        await storeAppToken(sql, secrets, source, fetched, clock.now())
        return fetched
      })
      this.memory.set(source, { tokens, readAt: clock.now().getTime() })
      return tokens
    })
  }

  private async fetch(source: Source, stored: AccountTokens | undefined): Promise<AccountTokens> {
    const app = this.deps.app(source)
    if (!app) throw new PlatformError('app_not_allowed')
    const code = this.deps.grantCode(source)
    if (!stored) return app.grant(code)
    try {
      return await app.refresh(stored)
    } catch (error) {
      const isOver = error instanceof PlatformError && error.kind === 'needs_reauth'
      if (!isOver || code === undefined) throw error
      return app.grant(code)
    }
  }
}
