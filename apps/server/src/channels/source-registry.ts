import type { Source } from '@ruwu/contract'
import type { Clock } from '../platform/clock.ts'
import { createDouyin, DOUYIN_MEDIA_HOSTS, type DouyinSettings } from './douyin/index.ts'
import { createDownload, type Download } from './http/download.ts'
import { createPlatformHttp, PLATFORM_TIMEOUTS } from './http/platform-http.ts'
import { createRedbook, REDBOOK_MEDIA_HOSTS, type RedbookSettings } from './redbook/index.ts'
import type { AppTokenSource, ChannelSource, EventSubscriptions } from './source.ts'

export type { DouyinSettings } from './douyin/index.ts'
export type { RedbookSettings } from './redbook/index.ts'

/** A source without settings is closed. */
export type SourceSettings = { douyin?: DouyinSettings; redbook?: RedbookSettings }

type SourceParts = {
  clock: Clock
  randomBytes: (size: number) => Buffer
  /** The application's own token, fresh; see `app` of the registry for getting one. */
  appToken: (source: Source) => Promise<string>
  timeouts?: typeof PLATFORM_TIMEOUTS
}

type Adapter = { channel: ChannelSource; app: AppTokenSource; events?: EventSubscriptions }

/** The only place that knows both adapters. */
export class SourceRegistry {
  private readonly adapters = new Map<Source, Adapter>()
  private readonly parts: SourceParts
  private readonly http
  private readonly downloads: Download[] = []

  constructor({ douyin, redbook }: SourceSettings, parts: SourceParts) {
    this.parts = parts
    this.http = createPlatformHttp(parts.timeouts ?? PLATFORM_TIMEOUTS)
    if (douyin) {
      const shared = this.shared('douyin', douyin.baseUrl, DOUYIN_MEDIA_HOSTS)
      this.adapters.set('douyin', createDouyin(douyin, shared))
    }
    if (redbook) {
      const shared = this.shared('redbook', redbook.baseUrl, REDBOOK_MEDIA_HOSTS)
      this.adapters.set('redbook', createRedbook(redbook, shared))
    }
  }

  /** Undefined where the source is closed. */
  find(source: Source): ChannelSource | undefined {
    return this.adapters.get(source)?.channel
  }

  app(source: Source): AppTokenSource | undefined {
    return this.adapters.get(source)?.app
  }

  /** Undefined also where the source knows no subscriptions. */
  events(source: Source): EventSubscriptions | undefined {
    return this.adapters.get(source)?.events
  }

  async close(): Promise<void> {
    await Promise.all([this.http.close(), ...this.downloads.map((download) => download.close())])
  }

  private shared(source: Source, baseUrl: string, hosts: readonly string[]) {
    const { clock, randomBytes, appToken } = this.parts
    const download = createDownload({ hosts, baseUrl })
    this.downloads.push(download)
    return { http: this.http, download, clock, randomBytes, appToken: () => appToken(source) }
  }
}
