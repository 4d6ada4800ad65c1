import type { Fields, PlatformCall } from '../calls/platform-call.ts'
import type { Answer, Route } from '../calls/platform-route.ts'
import type { Simulator } from '../simulator.ts'
import { redbookAnswer } from './answers.ts'
import { knownFields, textOf } from './caller.ts'
import { refuse } from './codes.ts'
import { guarded } from './guarded.ts'
import { ACCESS_SECONDS, AUTH_CODE_MS, REFRESH_SECONDS } from './limits.ts'

/** Numbers of the ad platform that go with the token and mean nothing to us. */
const ADVERTISER = { advertiser_id: 90_017_731, platform_type: 3 }
const STRINGS_PROBABILITY = 0.25

export function oauthRoutes(sim: Simulator): Route[] {
  const { world } = sim
  const { appId, appSecret, operatorAuthCode } = world.options.credentials.redbook

  function requireApp(fields: Fields): void {
    if (textOf(fields, 'app_id') !== appId || textOf(fields, 'secret') !== appSecret) throw refuse(990006)
  }

  /** Both tokens are new, and the pair before is dead at once. */
  function issue(call: PlatformCall): Answer {
    const seconds = (knob: 'token.ttl' | 'refresh.ttl', usual: number) => {
      const set = call.knob(world, knob)
      return typeof set === 'number' ? set : usual
    }
    const accessSeconds = seconds('token.ttl', ACCESS_SECONDS)
    const refreshSeconds = seconds('refresh.ttl', REFRESH_SECONDS)
    const tokens = {
      access: world.ids.token('rb-at-'),
      accessEndsAt: world.now() + accessSeconds * 1_000,
      refresh: world.ids.token('rb-rt-'),
      refreshEndsAt: world.now() + refreshSeconds * 1_000,
    }
    world.state.apps.redbook = tokens
    const asString = world.chance('redbook.numbersAsStrings', STRINGS_PROBABILITY)
    return redbookAnswer({
      access_token: tokens.access,
      access_token_expires_in: asString ? String(accessSeconds) : accessSeconds,
      refresh_token: tokens.refresh,
      refresh_token_expires_in: refreshSeconds,
      user_id: world.state.accounts.find(({ source }) => source === 'redbook')?.accountId ?? '',
      ...ADVERTISER,
    })
  }

  /** Our own operator agrees once; there is nothing to choose, so the page is passed at once. */
  function authorise(call: PlatformCall): Answer {
    const { redirectUri = '', state = '' } = call.query
    if (call.query.appId !== appId) throw refuse(990006)
    if (!URL.canParse(redirectUri)) throw refuse(990070, 'redirectUri')
    const code = world.ids.token('rb-code-')
    world.state.apps.redbookCodes[code] = { endsAt: world.now() + AUTH_CODE_MS, isUsed: false }
    const location = new URL(redirectUri)
    location.searchParams.set('auth_code', code)
    location.searchParams.set('state', state)
    return { status: 302, body: '', location: location.href }
  }

  function accessToken(call: PlatformCall): Answer {
    const fields = knownFields(world, call, ['app_id', 'secret', 'auth_code'])
    requireApp(fields)
    const code = textOf(fields, 'auth_code')
    if (code !== operatorAuthCode) {
      const known = world.state.apps.redbookCodes[code]
      if (!known || known.isUsed || world.now() >= known.endsAt) throw refuse(990003, '授权码已失效')
      known.isUsed = true
    }
    return issue(call)
  }

  function refreshToken(call: PlatformCall): Answer {
    const fields = knownFields(world, call, ['app_id', 'secret', 'refresh_token'])
    requireApp(fields)
    const tokens = world.state.apps.redbook
    const isAlive = tokens?.refresh === textOf(fields, 'refresh_token') && world.now() < tokens.refreshEndsAt
    if (!isAlive) throw refuse(990003, '刷新令牌已失效')
    return issue(call)
  }

  return [
    { method: 'GET', path: '/auth', name: 'auth', handle: guarded(sim, authorise) },
    { method: 'POST', path: '/api/open/oauth2/access_token', name: 'access_token', handle: guarded(sim, accessToken) },
    {
      method: 'POST',
      path: '/api/open/oauth2/refresh_token',
      name: 'refresh_token',
      handle: guarded(sim, refreshToken),
    },
  ]
}
