import type { Fields, PlatformCall } from '../calls/platform-call.ts'
import type { Answer, Route } from '../calls/platform-route.ts'
import type { Simulator } from '../simulator.ts'
import type { TokenGrant } from '../world/state.ts'
import { oauthAnswer } from './answers.ts'
import { findByToken, knownFields, textOf } from './caller.ts'
import { refuse } from './codes.ts'
import { guarded } from './guarded.ts'
import {
  findByRefreshToken,
  issueClientToken,
  issueTokens,
  refreshAccess,
  renewRefresh,
  secondsLeft,
} from './tokens.ts'

/** Roles of enterprise accounts; empty for other accounts. */
const CERTIFIED_ROLE = 'EAccountS'

function requireGrantType(fields: Fields, expected: string): void {
  if (textOf(fields, 'grant_type', 10005) !== expected) throw refuse(10002)
}

/** Business tokens belong to mini-program applications, which ours is not. */
function businessToken(): Answer {
  throw refuse(10004)
}

export function oauthRoutes(sim: Simulator): Route[] {
  const { world } = sim
  const { clientKey, clientSecret } = world.options.credentials.douyin
  const post = (path: string, name: string, handle: (call: PlatformCall) => Answer): Route => ({
    method: 'POST',
    path,
    name,
    handle: guarded(sim, 'oauth', handle),
  })

  const read = (call: PlatformCall, known: readonly string[]) => knownFields(world, call, known, 10002)
  const requireKey = (fields: Fields) => {
    if (textOf(fields, 'client_key', 10005) !== clientKey) throw refuse(10003)
  }
  const tokenFields = (openId: string, scopes: string[], tokens: TokenGrant): Fields => ({
    access_token: tokens.accessToken,
    expires_in: secondsLeft(world, tokens.accessEndsAt),
    refresh_token: tokens.refreshToken,
    refresh_expires_in: secondsLeft(world, tokens.refreshEndsAt),
    open_id: openId,
    scope: scopes.join(','),
  })

  function accessToken(call: PlatformCall): Answer {
    const fields = read(call, ['client_key', 'client_secret', 'code', 'grant_type'])
    requireKey(fields)
    if (textOf(fields, 'client_secret', 10005) !== clientSecret) throw refuse(10013)
    requireGrantType(fields, 'authorization_code')
    const code = world.state.apps.douyinCodes[textOf(fields, 'code', 10005)]
    if (!code || code.isUsed || world.now() >= code.endsAt) throw refuse(10007)
    code.isUsed = true
    const account = world.getAccount('douyin', code.accountId)
    call.accountId = account.accountId
    account.authorisation = {
      appId: clientKey,
      scopes: code.scopes,
      since: world.now(),
      tokens: null,
      accountCode: null,
    }
    const tokens = issueTokens(world, call, account)
    sim.emit({ kind: 'bound', account, token: null, at: world.now() })
    return oauthAnswer(world, tokenFields(account.accountId, code.scopes, tokens))
  }

  function refreshToken(call: PlatformCall): Answer {
    const fields = read(call, ['client_key', 'grant_type', 'refresh_token'])
    requireKey(fields)
    requireGrantType(fields, 'refresh_token')
    const { account, tokens } = findByRefreshToken(world, textOf(fields, 'refresh_token', 10005))
    call.accountId = account.accountId
    refreshAccess(world, call, tokens)
    return oauthAnswer(world, tokenFields(account.accountId, account.authorisation?.scopes ?? [], tokens))
  }

  function renewRefreshToken(call: PlatformCall): Answer {
    const fields = read(call, ['client_key', 'refresh_token'])
    requireKey(fields)
    const { account, tokens } = findByRefreshToken(world, textOf(fields, 'refresh_token', 10005))
    call.accountId = account.accountId
    if (!account.authorisation?.scopes.includes('renew_refresh_token')) throw refuse(10004)
    renewRefresh(world, call, tokens)
    return oauthAnswer(world, {
      refresh_token: tokens.refreshToken,
      expires_in: secondsLeft(world, tokens.refreshEndsAt),
    })
  }

  function clientToken(call: PlatformCall): Answer {
    const fields = read(call, ['client_key', 'client_secret', 'grant_type'])
    requireKey(fields)
    if (textOf(fields, 'client_secret', 10005) !== clientSecret) throw refuse(10015)
    requireGrantType(fields, 'client_credential')
    const { token, endsAt } = issueClientToken(world, call)
    return oauthAnswer(world, { access_token: token, expires_in: secondsLeft(world, endsAt) })
  }

  function userInfo(call: PlatformCall): Answer {
    const fields = read(call, ['open_id', 'access_token'])
    const account = findByToken(world, textOf(fields, 'access_token', 10005))
    const tokens = account?.authorisation?.tokens
    if (!account || !tokens) throw refuse(2190002)
    call.accountId = account.accountId
    if (world.now() >= tokens.accessEndsAt) throw refuse(10008)
    if (textOf(fields, 'open_id', 10005) !== account.accountId) throw refuse(2190015)
    if (!account.authorisation?.scopes.includes('user_info')) throw refuse(2190003)
    return oauthAnswer(world, {
      open_id: account.accountId,
      union_id: `union-${account.accountId}`,
      nickname: account.name,
      avatar: world.mediaUrl(account.avatar),
      e_account_role: account.standing === 'uncertified' ? '' : CERTIFIED_ROLE,
      gender: 0,
      city: account.city,
      province: '',
      country: '中国',
    })
  }

  return [
    post('/oauth/access_token/', 'access_token', accessToken),
    post('/oauth/refresh_token/', 'refresh_token', refreshToken),
    post('/oauth/renew_refresh_token/', 'renew_refresh_token', renewRefreshToken),
    post('/oauth/client_token/', 'client_token', clientToken),
    post('/oauth/userinfo/', 'userinfo', userInfo),
    post('/oauth/business_token/', 'business_token', businessToken),
    post('/oauth/refresh_biz_token/', 'refresh_biz_token', businessToken),
  ]
}
