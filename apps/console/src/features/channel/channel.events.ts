import type { ConsoleEvent } from '@ruwu/contract'
import type { QueryClient } from '@tanstack/react-query'
import { boundKey } from '../enterprise/index.ts'
import { channelKeys } from './channel.queries.ts'

/** Both events only name the account; counts, states and sub-accounts depend on it, so everything is refetched. */
export function onChannelEvent(cache: QueryClient, event: ConsoleEvent) {
  if (event.type !== 'channel_account_change' && event.type !== 'channel_change_enable_ai') return
  void cache.invalidateQueries({ queryKey: channelKeys.all })
  if (event.type === 'channel_account_change') void cache.invalidateQueries({ queryKey: boundKey })
}
