import type { Clock } from '../../platform/clock.ts'
import { formBody } from '../http/body.ts'
import { type Fields, fieldsOf, numberOf, omitUndefined, textOf } from '../http/fields.ts'
import { PlatformError } from '../platform-error.ts'
import type {
  AccountProfile,
  AccountTokens,
  AppTokenSource,
  AuthAttempt,
  ChannelAccount,
  ChannelSource,
  OpenedAccount,
  TokenOutcome,
} from '../source.ts'
import { accountToken } from './account-token.ts'
import type { DouyinClient } from './client.ts'
import type { DouyinSettings } from './settings.ts'

const MESSAGE_SCOPE = 'im.direct_message'
const SCOPES = ['user_info', MESSAGE_SCOPE]
const OPTIONAL_SCOPES = ['im.recall_message', 'im.message_card', 'item.comment', 'renew_refresh_token']
const TICKED = '1'

export const MAX_RENEWALS = 5
export const RENEW_BEFORE_MS = 3 * 86_400_000

export class DouyinOauth {
  private readonly client: DouyinClient
  private readonly settings: DouyinSettings
  private readonly clock: Clock

  constructor(client: DouyinClient, settings: DouyinSettings, clock: Clock) {
    this.client = client
    this.settings = settings
    this.clock = clock
  }

  authoriseUrl(attempt: AuthAttempt): URL {
    return this.client.url('/platform/oauth/connect/', {
      client_key: this.settings.clientKey,
      response_type: 'code',
      scope: SCOPES.join(','),
      optionalScope: OPTIONAL_SCOPES.map((scope) => `${scope},${TICKED}`).join(','),
      redirect_uri: this.settings.redirectUri,
      state: attempt.state,
    })
  }

  async exchange(...[, grant]: Parameters<ChannelSource['exchange']>): Promise<OpenedAccount> {
    if (grant.via !== 'redirect') throw new PlatformError('bad_request')
    const data = await this.token('/oauth/access_token/', {
      client_secret: this.settings.clientSecret,
      code: grant.code,
      grant_type: 'authorization_code',
    })
    const platformId = required(data.open_id)
    const scopes = (textOf(data.scope) ?? '').split(',').filter((scope) => scope !== '')
    if (!scopes.includes(MESSAGE_SCOPE)) throw new PlatformError('not_granted')
    const tokens: AccountTokens = {
      accessToken: required(data.access_token),
      accessExpiresAt: this.in(data.expires_in),
      refreshToken: required(data.refresh_token),
      refreshExpiresAt: this.in(data.refresh_expires_in),
      renewals: 0,
    }
    const profile = await this.readProfile(platformId, tokens.accessToken)
    if (profile.isEnterprise === false) throw new PlatformError('not_enterprise')
    return { platformId, profile, tokens, scopes }
  }

  async refresh(tokens: AccountTokens, now: Date): Promise<TokenOutcome> {
    const { refreshToken, refreshExpiresAt, renewals } = tokens
    if (refreshToken === null) throw new PlatformError('needs_reauth')
    const isEnding = refreshExpiresAt !== null && refreshExpiresAt.getTime() - now.getTime() < RENEW_BEFORE_MS
    if (isEnding && renewals < MAX_RENEWALS) return await this.renew(tokens, refreshToken)
    const data = await this.token('/oauth/refresh_token/', {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
    })
    const accessToken = required(data.access_token)
    // The end of the refresh token does not move, whatever the answer says.
    return { tokens: { ...tokens, accessToken, accessExpiresAt: this.in(data.expires_in) }, complete: true }
  }

  async profile(account: ChannelAccount): Promise<AccountProfile> {
    return await this.readProfile(account.platformId, accountToken(account).value)
  }

  readonly app: AppTokenSource = {
    grant: () => this.clientToken(),
    refresh: () => this.clientToken(),
  }

  private async renew(tokens: AccountTokens, refreshToken: string): Promise<TokenOutcome> {
    const data = await this.token('/oauth/renew_refresh_token/', { refresh_token: refreshToken })
    const renewed = {
      ...tokens,
      refreshToken: required(data.refresh_token),
      refreshExpiresAt: this.in(data.expires_in),
      renewals: tokens.renewals + 1,
    }
    return { tokens: renewed, complete: false }
  }

  private async clientToken(): Promise<AccountTokens> {
    const data = await this.token('/oauth/client_token/', {
      client_secret: this.settings.clientSecret,
      grant_type: 'client_credential',
    })
    return {
      accessToken: required(data.access_token),
      accessExpiresAt: this.in(data.expires_in),
      refreshToken: null,
      refreshExpiresAt: null,
      renewals: 0,
    }
  }

  private async readProfile(openId: string, accessToken: string): Promise<AccountProfile> {
    const body = formBody({ open_id: openId, access_token: accessToken })
    const answer = await this.client.call({
      method: 'POST',
      path: '/oauth/userinfo/',
      token: { owner: 'account', value: accessToken },
      body,
      changes: false,
    })
    const data = fieldsOf(answer.data)
    return omitUndefined({
      platformId: openId,
      name: textOf(data.nickname),
      avatarUrl: textOf(data.avatar),
      isEnterprise: typeof data.e_account_role === 'string' ? data.e_account_role !== '' : undefined,
    })
  }

  private async token(path: string, fields: Record<string, string>): Promise<Fields> {
    const body = formBody({ client_key: this.settings.clientKey, ...fields })
    return fieldsOf((await this.client.call({ method: 'POST', path, body, changes: true })).data)
  }

  private in(seconds: unknown): Date {
    const life = numberOf(seconds)
    if (life === undefined) throw new PlatformError('unknown', { platformText: '缺少有效期' })
    return new Date(this.clock.now().getTime() + life * 1000)
  }
}

function required(value: unknown): string {
  const text = textOf(value)
  if (text === undefined) throw new PlatformError('unknown', { platformText: '授权信息不完整' })
  return text
}
