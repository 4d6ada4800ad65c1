import { quotaRulesOf, SOURCE_CAPABILITIES, withoutAssumed } from '@ruwu/domain'
import { PlatformError } from '../platform-error.ts'
import type { AppTokenSource, ChannelSource } from '../source.ts'
import { RedbookAccounts } from './accounts.ts'
import { assumptionsOf } from './assumptions.ts'
import { RedbookBinding } from './bind.ts'
import { RedbookClient } from './client.ts'
import { RedbookCrypto } from './crypto.ts'
import { redbookTokens } from './oauth.ts'
import { RedbookSender } from './send.ts'
import type { RedbookParts, RedbookSettings } from './settings.ts'
import { receiveRedbook } from './webhook.ts'

export { REDBOOK_MEDIA_HOSTS, type RedbookSettings } from './settings.ts'

type RedbookAdapter = { channel: ChannelSource; app: AppTokenSource }

export function createRedbook(settings: RedbookSettings, parts: RedbookParts): RedbookAdapter {
  const assumptions = assumptionsOf(settings)
  const crypto = new RedbookCrypto(settings.cryptoKey, parts.randomBytes)
  const client = new RedbookClient(parts, settings.baseUrl)
  const binding = new RedbookBinding(settings, crypto)
  const sender = new RedbookSender(client, { ...parts, crypto, assumptions })
  const accounts = new RedbookAccounts(client, assumptions)
  const app = redbookTokens(client, settings, parts.clock)
  const receiveParts = { crypto, binding, assumptions, checkSignature: settings.checkSignature }

  const channel: ChannelSource = {
    source: 'redbook',
    capabilities: withoutAssumed(SOURCE_CAPABILITIES.redbook, assumptions.isAllowed),
    quotaRules: quotaRulesOf('redbook'),
    authoriseUrl: (attempt) => binding.authoriseUrl(attempt),
    exchange: (_attempt, grant) => binding.exchange(grant),
    refresh: async (tokens) => ({ tokens: await app.refresh(tokens), complete: true }),
    // There is no call for it: the name comes with the binding.
    profile: async ({ platformId }) => ({ platformId }),
    close: (account) => accounts.close(account),
    staffAccounts: (account) => accounts.staff(account),
    send: (account, to, content, key) => sender.send(account, to, content, key),
    recall: (account, message) => sender.recall(account, message),
    upload: (account, file) => sender.upload(account, file),
    fetchMedia: async (_account, ref) => {
      if (ref.via !== 'url') throw new PlatformError('bad_request')
      return await parts.download.fetch(ref.url)
    },
    replyToComment: (account, comment, text) => sender.replyToComment(account, comment, text),
    cards: accounts.cards,
    receive: (request) => receiveRedbook(receiveParts, request),
  }
  return { channel, app }
}
