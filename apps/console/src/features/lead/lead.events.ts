import type { ConsoleEvent } from '@ruwu/contract'
import type { QueryClient } from '@tanstack/react-query'
import { createDebouncedRefresh } from '../../realtime/debounced-refresh.ts'
import { leadKeys } from './lead.queries.ts'

/** A burst of messages causes one refetch. */
const LEAD_TIMES = { quietMs: 300, periodMs: 1000 }

const refreshers = new WeakMap<QueryClient, () => void>()

function refresherOf(cache: QueryClient): () => void {
  const known = refreshers.get(cache)
  if (known) return known
  const made = createDebouncedRefresh(() => void cache.invalidateQueries({ queryKey: leadKeys.all }), LEAD_TIMES)
  refreshers.set(cache, made)
  return made
}

/** The events carry no lead data, because visibility (masking) depends on the receiver; leads are refetched. */
export function onLeadEvent(cache: QueryClient, event: ConsoleEvent) {
  if (event.type === 'customer_setting_change' && event.customersToo)
    void cache.invalidateQueries({ queryKey: leadKeys.all })
  const isAboutLeads =
    event.type === 'lead_change' ||
    event.type === 'wechat_copy' ||
    // An uncertain or repeated contact does not emit a lead event, so customer messages count as well.
    (event.type === 'cus_message' && event.message.senderKind === 'customer')
  if (!isAboutLeads) return
  const leads = cache.getQueryCache().find({ queryKey: leadKeys.list(event.customerId) })
  if (leads?.isActive()) refresherOf(cache)()
  // Inactive query: refetched when it is opened next.
  else leads?.invalidate()
}
