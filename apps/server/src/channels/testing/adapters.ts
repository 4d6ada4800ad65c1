import type { Source } from '@ruwu/contract'
import { SourceRegistry, type SourceSettings } from '../source-registry.ts'
import type { CallSample, WebhookSample } from './samples.ts'

type Given = Partial<CallSample['given']>

/** Both adapters with the credentials of a sample, pointing at `baseUrl`. */
export function adaptersFor(
  {
    clientKey,
    clientSecret,
    redirectUri,
    appId,
    appSecret,
    cryptoKey,
    checkSignature = false,
  }: WebhookSample['credentials'],
  baseUrl: string,
  given: Given = {},
  redbook: Partial<SourceSettings['redbook']> = {},
): SourceRegistry {
  const settings: SourceSettings = {
    ...(clientKey && { douyin: { baseUrl, clientKey, clientSecret, redirectUri } }),
    ...(appId && {
      redbook: { baseUrl, bindUrl: baseUrl, appId, appSecret, cryptoKey, confirmed: [], checkSignature, ...redbook },
    }),
  }
  return new SourceRegistry(settings, {
    clock: { now: () => new Date(given.now ?? 0) },
    randomBytes: (size) => Buffer.alloc(size, Buffer.from(given.random ?? '00', 'hex')),
    appToken: async () => given.appToken ?? '',
    timeouts: { connectMs: 300, answerMs: 600 },
  })
}

export function channelOf(registry: SourceRegistry, source: Source) {
  const channel = registry.find(source)
  if (!channel) throw new Error(`${source} is closed`)
  return channel
}
