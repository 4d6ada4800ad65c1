import type { Clock } from '../../platform/clock.ts'
import { type Fields, fieldsOf, numberOf, textOf } from '../http/fields.ts'
import { PlatformError } from '../platform-error.ts'
import type { AccountTokens, AppTokenSource } from '../source.ts'
import type { RedbookClient } from './client.ts'
import type { RedbookSettings } from './settings.ts'

/** Tokens of the ad platform. A refresh replaces both, and the old pair dies at once. */
export function redbookTokens(client: RedbookClient, settings: RedbookSettings, clock: Clock): AppTokenSource {
  const app = { app_id: settings.appId, secret: settings.appSecret }
  return {
    async grant(code) {
      if (code === undefined) throw new PlatformError('needs_reauth')
      return readTokens(await client.tokenCall('/api/open/oauth2/access_token', { ...app, auth_code: code }), clock)
    },
    async refresh({ refreshToken }) {
      if (refreshToken === null) throw new PlatformError('needs_reauth')
      const body = { ...app, refresh_token: refreshToken }
      return readTokens(await client.tokenCall('/api/open/oauth2/refresh_token', body), clock)
    },
  }
}

function readTokens(answer: Fields, clock: Clock): AccountTokens {
  const data = fieldsOf(answer.data)
  const [accessToken, refreshToken] = [textOf(data.access_token), textOf(data.refresh_token)]
  const [access, refresh] = [numberOf(data.access_token_expires_in), numberOf(data.refresh_token_expires_in)]
  if (!accessToken || !refreshToken || access === undefined || refresh === undefined) {
    throw new PlatformError('unknown', { platformText: '授权信息不完整' })
  }
  const after = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000)
  return { accessToken, accessExpiresAt: after(access), refreshToken, refreshExpiresAt: after(refresh), renewals: 0 }
}
