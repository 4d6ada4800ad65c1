import type { PlatformCall } from '../calls/platform-call.ts'
import type { Account, TokenGrant } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { refuse } from './codes.ts'
import { ACCESS_SECONDS, CLIENT_SECONDS, MAX_RENEWALS, REFRESH_SECONDS } from './limits.ts'

/** The access string stays the same in some refreshes and is new in others, as on the platform. */
const SAME_ACCESS_PROBABILITY = 0.5

function lifeMs(world: World, call: PlatformCall, knob: 'token.ttl' | 'refresh.ttl' | 'client.ttl', seconds: number) {
  const set = call.knob(world, knob)
  return (typeof set === 'number' ? set : seconds) * 1_000
}

/** First tokens of an authorisation; those before are dead. */
export function issueTokens(world: World, call: PlatformCall, account: Account): TokenGrant {
  if (!account.authorisation) throw refuse(2190003)
  const now = world.now()
  account.authorisation.tokens = {
    accessToken: world.ids.token('act.'),
    accessEndsAt: now + lifeMs(world, call, 'token.ttl', ACCESS_SECONDS),
    refreshToken: world.ids.token('rft.'),
    refreshEndsAt: now + lifeMs(world, call, 'refresh.ttl', REFRESH_SECONDS),
    renewals: 0,
  }
  return account.authorisation.tokens
}

export function findByRefreshToken(world: World, refreshToken: string): { account: Account; tokens: TokenGrant } {
  for (const account of world.state.accounts) {
    const tokens = account.authorisation?.tokens
    if (account.source !== 'douyin' || tokens?.refreshToken !== refreshToken) continue
    if (world.now() >= tokens.refreshEndsAt) throw refuse(10010)
    return { account, tokens }
  }
  throw refuse(10010)
}

/** A fresh access token; the refresh token's end does not move. */
export function refreshAccess(world: World, call: PlatformCall, tokens: TokenGrant): void {
  const isSame = world.chance('douyin.sameAccess', SAME_ACCESS_PROBABILITY)
  if (!isSame) tokens.accessToken = world.ids.token('act.')
  tokens.accessEndsAt = world.now() + lifeMs(world, call, 'token.ttl', ACCESS_SECONDS)
}

/** A new refresh token with a new life; the old one is dead. */
export function renewRefresh(world: World, call: PlatformCall, tokens: TokenGrant): void {
  if (tokens.renewals >= MAX_RENEWALS) throw refuse(10020)
  tokens.renewals++
  tokens.refreshToken = world.ids.token('rft.')
  tokens.refreshEndsAt = world.now() + lifeMs(world, call, 'refresh.ttl', REFRESH_SECONDS)
}

/** A second client token silences the first. */
export function issueClientToken(world: World, call: PlatformCall): { token: string; endsAt: number } {
  const endsAt = world.now() + lifeMs(world, call, 'client.ttl', CLIENT_SECONDS)
  world.state.apps.douyinClient = { token: world.ids.token('clt.'), endsAt }
  return world.state.apps.douyinClient
}

export const secondsLeft = (world: World, endsAt: number): number =>
  Math.max(0, Math.round((endsAt - world.now()) / 1_000))
