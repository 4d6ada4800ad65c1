import type { Clock } from '../../platform/clock.ts'
import type { Download } from '../http/download.ts'
import type { PlatformHttp } from '../http/platform-http.ts'

export type DouyinSettings = {
  baseUrl: string
  clientKey: string
  clientSecret: string
  /** Registered at the platform; it takes no parameters of our own. */
  redirectUri: string
}

export type DouyinParts = {
  http: PlatformHttp
  download: Download
  clock: Clock
  randomBytes: (size: number) => Buffer
  /** The application's own token, fresh. */
  appToken: () => Promise<string>
}

/** Hosts that serve pictures and videos of customers; reported, so they are data. */
export const DOUYIN_MEDIA_HOSTS = [
  'douyin.com',
  'douyinpic.com',
  'douyinstatic.com',
  'douyinvod.com',
  'byteimg.com',
  'bytedance.com',
  'snssdk.com',
  'zjcdn.com',
]
