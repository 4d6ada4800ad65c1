import type { Clock } from '../../platform/clock.ts'
import type { Download } from '../http/download.ts'
import type { PlatformHttp } from '../http/platform-http.ts'

export type RedbookSettings = {
  baseUrl: string
  /** Where the page lies on which a merchant confirms; another host than the calls. */
  bindUrl: string
  appId: string
  appSecret: string
  /** 16 bytes as 32 hex characters. */
  cryptoKey: string
  /** Whether shapes that we made up may be used. Without it: at a simulator only. */
  assumed?: 'on' | 'off'
  /** Assumptions seen working, by name; they hold wherever the base address points. */
  confirmed: readonly string[]
  /** Whether incoming calls must be signed. False at a simulator only. */
  checkSignature: boolean
}

export type RedbookParts = {
  http: PlatformHttp
  download: Download
  clock: Clock
  randomBytes: (size: number) => Buffer
  /** The application's own token, fresh. */
  appToken: () => Promise<string>
}

/** Hosts that serve pictures and videos of customers; reported, so they are data. */
export const REDBOOK_MEDIA_HOSTS = ['xhscdn.com', 'xiaohongshu.com', 'xhscdn.net']
