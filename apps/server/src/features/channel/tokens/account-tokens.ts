import type { EntId, RelationId, Source } from '@ruwu/contract'
import { PlatformError } from '../../../channels/platform-error.ts'
import type { AccountTokens, ChannelAccount, ChannelSource } from '../../../channels/source.ts'
import type { RefusedToken, TokenKeeper } from '../../../channels/token-keeper.ts'
import { ACCOUNT_LOCK, lockKeyOf, withAdvisoryLock } from '../../../db/advisory-lock.ts'
import type { Database, Queryable } from '../../../db/database.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { SingleFlight } from '../../../platform/single-flight.ts'
import { type AccountRow, findAccount, findParent } from '../account.repo.ts'
import { markEnded } from '../authorisation-state.ts'
import { replaceTokens } from './account-token.repo.ts'
import type { AppTokens } from './app-tokens.ts'
import { accountPurpose, openTokens } from './seal-tokens.ts'

/** Tokens that expire within this are refreshed first. */
const READY_MARGIN_MS = 5 * 60_000
/** Maximum chain: a renewal followed by a refresh. */
const MOST_STEPS = 2

type AccountTokensDeps = {
  db: Database
  clock: Clock
  secrets: Secrets
  find(source: Source): ChannelSource | undefined
  appTokens: AppTokens
}

/** A usable account with its main account, which owns the tokens. */
type AccountWithMain = { account: AccountRow; main: AccountRow }

/** Provides accounts with valid tokens; refreshes run once per account across all nodes (advisory lock). */
export class AccountTokenKeeper implements TokenKeeper {
  private readonly deps: AccountTokensDeps
  private readonly singleFlight = new SingleFlight<AccountTokens>()

  constructor(deps: AccountTokensDeps) {
    this.deps = deps
  }

  async ready(entId: EntId, relationId: RelationId): Promise<ChannelAccount> {
    const pair = await this.getAccountWithMain(entId, relationId)
    const tokens = this.tokensOf(pair.main)
    if (!tokens || this.isGood(tokens)) return toChannelAccount(pair, tokens)
    return toChannelAccount(pair, await this.refresh(pair.main, 'fresh', (stored) => this.isGood(stored)))
  }

  async renew(entId: EntId, relationId: RelationId, refused: RefusedToken): Promise<ChannelAccount> {
    const pair = await this.getAccountWithMain(entId, relationId)
    const { main } = pair
    if (refused.owner === 'app' || main.tokens === null) {
      await this.deps.appTokens.renew(main.source, refused.accessToken)
      return toChannelAccount(pair, this.tokensOf(main))
    }
    const isOther = (stored: AccountTokens) => stored.accessToken !== refused.accessToken
    return toChannelAccount(pair, await this.refresh(main, `instead of ${refused.accessToken}`, isOther))
  }

  /** Refreshes by schedule, even if the current token is still valid. */
  refreshDue(main: AccountRow, isGood: (stored: AccountTokens) => boolean): Promise<AccountTokens> {
    return this.refresh(main, 'due', isGood)
  }

  /** The account for the adapter with its stored token, valid or not. */
  withStoredToken(account: AccountRow, main: AccountRow): ChannelAccount {
    return toChannelAccount({ account, main }, this.tokensOf(main))
  }

  private async getAccountWithMain(entId: EntId, relationId: RelationId): Promise<AccountWithMain> {
    const { sql } = this.deps.db
    const account = await findAccount(sql, entId, relationId)
    if (!account || account.openStatus === 'unbound') throw new PlatformError('token_invalid')
    if (account.openStatus === 'needs_reauth') throw new PlatformError('needs_reauth')
    return { account, main: (await findParent(sql, account)) ?? account }
  }

  private tokensOf(main: AccountRow): AccountTokens | null {
    return main.tokens && openTokens(this.deps.secrets, accountPurpose(main), main.tokens)
  }

  private isGood({ accessExpiresAt }: AccountTokens): boolean {
    return accessExpiresAt.getTime() - this.deps.clock.now().getTime() >= READY_MARGIN_MS
  }

  private async refresh(
    { entId, id }: AccountRow,
    what: string,
    isGood: (stored: AccountTokens) => boolean,
  ): Promise<AccountTokens> {
    const { db, clock } = this.deps
    try {
      return await this.singleFlight.run(`${id} ${what}`, () =>
        withAdvisoryLock(db.pool, [ACCOUNT_LOCK, lockKeyOf(id)], async (sql) => {
          const row = await findAccount(sql, entId, id)
          const stored = row && this.tokensOf(row)
          if (!stored) throw new PlatformError('token_invalid')
          return isGood(stored) ? stored : await this.step(sql, row, stored)
        }),
      )
    } catch (error) {
      if (error instanceof PlatformError && error.kind === 'needs_reauth') {
        await db.transaction(async (tx) => {
          const row = await findAccount(tx.sql, entId, id)
          if (row) await markEnded(tx, row, clock.now())
        })
      }
      throw error
    }
  }

  /** Stores the new tokens before any further platform call. */
  private async step(sql: Queryable, account: AccountRow, tokens: AccountTokens, steps = 1): Promise<AccountTokens> {
    const { secrets, clock } = this.deps
    const channel = this.deps.find(account.source)
    if (!channel) throw new PlatformError('app_not_allowed')
    const outcome = await channel.refresh(tokens, clock.now())
    const stored = await replaceTokens(sql, secrets, account, outcome.tokens)
    if (!stored) return this.inPlaceOf(sql, account)
    if (outcome.complete || steps === MOST_STEPS) return outcome.tokens
    return this.step(sql, stored, outcome.tokens, steps + 1)
  }

  /** The account was authorised again or unbound during the refresh. */
  private async inPlaceOf(sql: Queryable, { entId, id }: AccountRow): Promise<AccountTokens> {
    const row = await findAccount(sql, entId, id)
    const tokens = row && this.tokensOf(row)
    if (!tokens) throw new PlatformError('token_invalid')
    return tokens
  }
}

const toChannelAccount = ({ account, main }: AccountWithMain, tokens: AccountTokens | null): ChannelAccount => ({
  platformId: account.platformId,
  mainPlatformId: main.platformId,
  accountCode: main.bindCode,
  accessToken: tokens?.accessToken ?? null,
})
