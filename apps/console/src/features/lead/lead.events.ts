import type { ConsoleEvent } from '@ruwu/contract'
import type { QueryClient } from '@tanstack/react-query'
import { createRefresher } from '../../realtime/debounced-refresh.ts'
import { leadKeys } from './lead.queries.ts'

/** Somebody who writes line after line is asked about once. */
const LEAD_TIMES = { quietMs: 300, periodMs: 1000 }

const refreshers = new WeakMap<QueryClient, () => void>()

function refresherOf(cache: QueryClient): () => void {
  const known = refreshers.get(cache)
  if (known) return known
  const made = createRefresher(() => void cache.invalidateQueries({ queryKey: leadKeys.all }), LEAD_TIMES)
  refreshers.set(cache, made)
  return made
}

/** The events only say that there is something new; what it is depends on who may see it. */
export function onLeadEvent(cache: QueryClient, event: ConsoleEvent) {
  const isAboutLeads =
    event.type === 'lead_change' ||
    event.type === 'wechat_copy' ||
    // A contact that may be one, or the same one again, is no change of the lead.
    (event.type === 'cus_message' && event.message.senderKind === 'customer')
  if (!isAboutLeads) return
  const leads = cache.getQueryCache().find({ queryKey: leadKeys.list(event.customerId) })
  if (leads?.isActive()) refresherOf(cache)()
  // Asked for when it is opened next.
  else leads?.invalidate()
}
