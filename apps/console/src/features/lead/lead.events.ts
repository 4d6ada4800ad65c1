import type { ConsoleEvent } from '@ruwu/contract'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { createDebouncedRefresh } from '../../realtime/debounced-refresh.ts'
import { leadKeys } from './lead.queries.ts'

/** A burst of messages causes one refetch. */
const LEAD_TIMES = { quietMs: 300, periodMs: 1000 }

/** A debounced refetch of these keys for each cache. */
function refresherOf(keys: readonly QueryKey[]): (cache: QueryClient) => void {
  const refreshers = new WeakMap<QueryClient, () => void>()
  return (cache) => {
    const refresh = () => keys.forEach((queryKey) => void cache.invalidateQueries({ queryKey }))
    const known = refreshers.get(cache) ?? createDebouncedRefresh(refresh, LEAD_TIMES)
    refreshers.set(cache, known)
    known()
  }
}

const refreshAll = refresherOf([leadKeys.all])
const refreshLists = refresherOf([leadKeys.pages, leadKeys.countNew, ['lead', 'timeline']])

/** 归属 is a column of the list. */
const OWNER_EVENTS: ReadonlySet<ConsoleEvent['type']> = new Set(['rec_cus', 'rel_cus', 'redirect_cus'])

/** The events carry no lead data, because visibility (masking) depends on the receiver; leads are refetched. */
export function onLeadEvent(cache: QueryClient, event: ConsoleEvent) {
  if (event.type === 'customer_setting_change' && event.customersToo)
    void cache.invalidateQueries({ queryKey: leadKeys.all })
  const isAboutLeads =
    event.type === 'lead_change' ||
    event.type === 'wechat_copy' ||
    // An uncertain or repeated contact does not emit a lead event, so customer messages count as well.
    (event.type === 'cus_message' && event.message.senderKind === 'customer')
  if (event.type === 'lead_change' || OWNER_EVENTS.has(event.type)) refreshLists(cache)
  if (!isAboutLeads) return
  const leads = cache.getQueryCache().find({ queryKey: leadKeys.list(event.customerId) })
  if (leads?.isActive()) refreshAll(cache)
  // Inactive query: refetched when it is opened next.
  else leads?.invalidate()
}
