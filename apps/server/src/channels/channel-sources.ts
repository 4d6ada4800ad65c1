import type { Source } from '@ruwu/contract'
import { type Config, parseList, publicUrlOf } from '../platform/config.ts'
import { MAX_RENEWALS, RENEW_BEFORE_MS } from './douyin/oauth.ts'
import { simulatorCredentials } from './simulator-credentials.ts'
import type { SourceRegistry, SourceSettings } from './source-registry.ts'

/** What the product asks the registry for. */
export type ChannelSources = Pick<SourceRegistry, 'find' | 'app' | 'events' | 'close'>

export const DOUYIN_CALLBACK_PATH = '/hooks/douyin/callback'

const PLATFORM_HOSTS = {
  douyin: 'https://open.douyin.com',
  redbook: 'https://adapi.xiaohongshu.com',
  redbookBinding: 'https://ad.xiaohongshu.com',
}

/** Sources with credentials; without any the simulator's where demonstrations are on, else the source stays closed. */
export function sourceSettings(config: Config): SourceSettings {
  const douyin = douyinSettings(config)
  const redbook = redbookSettings(config)
  return { ...(douyin && { douyin }), ...(redbook && { redbook }) }
}

/** Whether a source talks to the simulator that is started with the server. */
export function usesSimulator(config: Config): boolean {
  const { DOUYIN_BASE_URL, DOUYIN_CLIENT_KEY, REDBOOK_BASE_URL, REDBOOK_APP_ID } = config
  return (
    config.DEMO &&
    [
      [DOUYIN_CLIENT_KEY, DOUYIN_BASE_URL],
      [REDBOOK_APP_ID, REDBOOK_BASE_URL],
    ].some((each) => each.every((setting) => setting === ''))
  )
}

/** Whether both sources do: visitors of /demo must not reach a real platform. */
export const simulatesAll = (config: Config): boolean =>
  config.DEMO &&
  [config.DOUYIN_CLIENT_KEY, config.DOUYIN_BASE_URL, config.REDBOOK_APP_ID, config.REDBOOK_BASE_URL].every(
    (setting) => setting === '',
  )

/** Origin of the simulator's pictures; undefined where none is started. */
export const simulatorOrigin = (config: Config) =>
  usesSimulator(config) ? `http://127.0.0.1:${config.SIMULATOR_PORT}` : undefined

function douyinSettings(config: Config): SourceSettings['douyin'] {
  const { DOUYIN_BASE_URL: baseUrl, DOUYIN_CLIENT_KEY: clientKey, DOUYIN_CLIENT_SECRET: clientSecret } = config
  const redirectUri = publicUrlOf(config) + DOUYIN_CALLBACK_PATH
  if (clientKey) return { baseUrl: baseUrl || PLATFORM_HOSTS.douyin, clientKey, clientSecret, redirectUri }
  if (!config.DEMO) return undefined
  const credentials = simulatorCredentials(config.SIMULATOR_KEY).douyin
  return { baseUrl: baseUrl || simulatorUrl(config, 'douyin'), redirectUri, ...credentials }
}

function redbookSettings(config: Config): SourceSettings['redbook'] {
  const { REDBOOK_BASE_URL: baseUrl, REDBOOK_BIND_URL: bindUrl, REDBOOK_ASSUMED: assumed } = config
  const common = {
    ...(assumed && { assumed }),
    confirmed: parseList(config.REDBOOK_CONFIRMED),
    checkSignature: config.REDBOOK_CHECK_SIGNATURE,
  }
  if (config.REDBOOK_APP_ID) {
    return {
      baseUrl: baseUrl || PLATFORM_HOSTS.redbook,
      bindUrl: bindUrl || PLATFORM_HOSTS.redbookBinding,
      appId: config.REDBOOK_APP_ID,
      appSecret: config.REDBOOK_APP_SECRET,
      cryptoKey: config.REDBOOK_CRYPTO_KEY,
      ...common,
    }
  }
  if (!config.DEMO) return undefined
  const simulator = simulatorUrl(config, 'redbook')
  const credentials = simulatorCredentials(config.SIMULATOR_KEY).redbook
  return { baseUrl: baseUrl || simulator, bindUrl: bindUrl || simulator, ...credentials, ...common }
}

/** What our own operator brought from the platform, for the application's first token. */
export function grantCodeOf(config: Config, source: Source): string | undefined {
  if (source !== 'redbook') return undefined
  if (config.REDBOOK_AUTH_CODE) return config.REDBOOK_AUTH_CODE
  const { redbookAuthCode } = simulatorCredentials(config.SIMULATOR_KEY)
  return config.DEMO && !config.REDBOOK_APP_ID ? redbookAuthCode : undefined
}

const simulatorUrl = (config: Config, source: Source) => `http://127.0.0.1:${config.SIMULATOR_PORT}/${source}`

export type AccountTokenRules = {
  /** An access that ends within this is refreshed. */
  refreshBeforeMs: number
  /** A refresh token that ends within this is renewed while renewals are left. */
  renewBeforeMs: number
  maxRenewals: number
}

type TokenRules = {
  /** Null where accounts speak with the application's token. */
  account: AccountTokenRules | null
  appRefreshBeforeMs: number
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export const TOKEN_RULES: Record<Source, TokenRules> = {
  douyin: {
    account: { refreshBeforeMs: 24 * HOUR_MS, renewBeforeMs: RENEW_BEFORE_MS, maxRenewals: MAX_RENEWALS },
    appRefreshBeforeMs: 10 * MINUTE_MS,
  },
  redbook: { account: null, appRefreshBeforeMs: 4 * HOUR_MS },
}
