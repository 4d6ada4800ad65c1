import { PlatformError } from '../platform-error.ts'
import type { ChannelAccount } from '../source.ts'
import type { Token } from './client.ts'

/** Every account of douyin speaks with its own token. */
export function accountToken({ accessToken }: ChannelAccount): Token {
  if (accessToken === null) throw new PlatformError('needs_reauth')
  return { owner: 'account', value: accessToken }
}
