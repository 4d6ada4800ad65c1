import { quotaRulesOf, SOURCE_CAPABILITIES } from '@ruwu/domain'
import { PlatformError } from '../platform-error.ts'
import type { AppTokenSource, ChannelSource, EventSubscriptions } from '../source.ts'
import { douyinCards } from './cards.ts'
import { DouyinClient } from './client.ts'
import { douyinEvents } from './events.ts'
import { DouyinMedia } from './media.ts'
import { DouyinOauth } from './oauth.ts'
import { DouyinSender } from './send.ts'
import type { DouyinParts, DouyinSettings } from './settings.ts'
import { receiveDouyin } from './webhook.ts'

export { DOUYIN_MEDIA_HOSTS, type DouyinSettings } from './settings.ts'

type DouyinAdapter = { channel: ChannelSource; app: AppTokenSource; events: EventSubscriptions }

export function createDouyin(settings: DouyinSettings, parts: DouyinParts): DouyinAdapter {
  const client = new DouyinClient(parts.http, settings.baseUrl)
  const oauth = new DouyinOauth(client, settings, parts.clock)
  const sender = new DouyinSender(client, parts.clock)
  const media = new DouyinMedia(client, parts)

  const channel: ChannelSource = {
    source: 'douyin',
    capabilities: SOURCE_CAPABILITIES.douyin,
    quotaRules: quotaRulesOf('douyin'),
    authoriseUrl: (attempt) => oauth.authoriseUrl(attempt),
    exchange: (attempt, grant) => oauth.exchange(attempt, grant),
    refresh: (tokens, now) => oauth.refresh(tokens, now),
    profile: (account) => oauth.profile(account),
    // The platform has no call for it: the merchant revokes in the app.
    close: async () => {},
    staffAccounts: async () => [],
    send: (account, to, content, key) => sender.send(account, to, content, key),
    recall: (account, message) => sender.recall(account, message),
    upload: (_account, file) => media.upload(file),
    fetchMedia: (account, ref) => media.fetch(account, ref),
    replyToComment: async () => {
      throw new PlatformError('app_not_allowed')
    },
    cards: douyinCards(client),
    receive: (request) => receiveDouyin(settings, request),
  }
  return { channel, app: oauth.app, events: douyinEvents(client, parts.appToken) }
}
