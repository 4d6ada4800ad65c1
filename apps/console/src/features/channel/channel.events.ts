import type { ConsoleEvent } from '@ruwu/contract'
import type { QueryClient } from '@tanstack/react-query'
import { boundKey } from '../enterprise/index.ts'
import { channelKeys } from './channel.queries.ts'

/** Both events only say that an account changed: counts, states and sub-accounts hang on it, so all is asked again. */
export function onChannelEvent(cache: QueryClient, event: ConsoleEvent) {
  if (event.type !== 'channel_account_change' && event.type !== 'channel_change_enable_ai') return
  void cache.invalidateQueries({ queryKey: channelKeys.all })
  if (event.type === 'channel_account_change') void cache.invalidateQueries({ queryKey: boundKey })
}
