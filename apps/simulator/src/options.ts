import { type Credentials, credentialsOf, demoCredentials } from './demo-credentials.ts'
import { apiV3KeyOf } from './payment/wechat-pay.routes.ts'
import type { ClockMode } from './clock.ts'

export type Options = {
  /** 0 for any free port. */
  port: number
  /** Address of our server; webhooks and the return of the authorise page go there. */
  webhookTarget: string
  /** Where douyin sends the browser back to; registered with the application. */
  redirectUri: string
  credentials: Credentials
  seed: number
  clock: ClockMode
  startAt?: number | undefined
  /** Refuse requests with unknown fields, which a lenient platform would hide. */
  isStrict: boolean
  /** Address in media links; where absent the one it listens at. */
  publicUrl?: string | undefined
  /** Sign redbook's calls; our server refuses unsigned ones unless it is told not to. */
  isRedbookSigned: boolean
  /** The payment sides: keys that our server has made for them; without them there are none. */
  payment?: { folder: string; apiV3Key: string } | undefined
  journalFile?: string | undefined
  /** State is read from here at the start and written here on every change. */
  snapshotFile?: string | undefined
  /** How long a receiver may take to answer a webhook. */
  hookTimeoutMs: number
}

export const DEFAULT_PORT = 8090
const DEFAULT_TARGET = 'http://127.0.0.1:8080'
const DEFAULT_SEED = 1
/** The platforms wait this long for our answer. */
const HOOK_TIMEOUT_MS = 5_000

export class StartRefusedError extends Error {
  override name = 'StartRefusedError'
}

const isOff = (value: string | undefined) => ['off', 'false', '0'].includes(value?.toLowerCase() ?? '')

/** The settings of a simulator: what is given, and defaults for the rest. */
export function withDefaults(given: Partial<Options> = {}): Options {
  const webhookTarget = (given.webhookTarget ?? DEFAULT_TARGET).replace(/\/+$/, '')
  return {
    port: DEFAULT_PORT,
    redirectUri: `${webhookTarget}/hooks/douyin/callback`,
    credentials: demoCredentials,
    seed: DEFAULT_SEED,
    clock: 'real',
    isStrict: false,
    isRedbookSigned: true,
    hookTimeoutMs: HOOK_TIMEOUT_MS,
    ...given,
    webhookTarget,
  }
}

/** Reads the environment; set to nothing is not set. */
export function optionsFromEnv(env: Record<string, string | undefined>): Partial<Options> {
  if (isOff(env.DEMO)) throw new StartRefusedError('DEMO 已关闭，模拟平台不启动')
  const text = (name: string) => env[name] || undefined
  const number = (name: string) => {
    const value = text(name)
    if (value === undefined) return undefined
    if (!/^\d+$/.test(value)) throw new StartRefusedError(`${name} 需要整数`)
    return Number(value)
  }
  const flag = (name: string) => (text(name) === undefined ? undefined : !isOff(text(name)))
  const key = text('SIMULATOR_KEY')
  const payFolder = text('SIMULATOR_PAY_KEYS')
  const { douyin, redbook } = key === undefined ? demoCredentials : credentialsOf(key)
  return onlyGiven({
    port: number('SIMULATOR_PORT'),
    seed: number('SIMULATOR_SEED'),
    webhookTarget: text('WEBHOOK_TARGET'),
    redirectUri: text('DOUYIN_REDIRECT_URI'),
    publicUrl: text('SIMULATOR_PUBLIC_URL'),
    isStrict: flag('SIMULATOR_STRICT'),
    isRedbookSigned: flag('REDBOOK_SIGNED'),
    payment:
      key !== undefined && payFolder !== undefined ? { folder: payFolder, apiV3Key: apiV3KeyOf(key) } : undefined,
    journalFile: text('SIMULATOR_JOURNAL'),
    snapshotFile: text('SIMULATOR_SNAPSHOT'),
    credentials: {
      douyin: {
        clientKey: text('DOUYIN_CLIENT_KEY') ?? douyin.clientKey,
        clientSecret: text('DOUYIN_CLIENT_SECRET') ?? douyin.clientSecret,
      },
      redbook: {
        ...redbook,
        appId: text('REDBOOK_APP_ID') ?? redbook.appId,
        appSecret: text('REDBOOK_APP_SECRET') ?? redbook.appSecret,
        cryptoKey: text('REDBOOK_CRYPTO_KEY') ?? redbook.cryptoKey,
      },
    },
  })
}

const onlyGiven = (options: Partial<Options>): Partial<Options> =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
