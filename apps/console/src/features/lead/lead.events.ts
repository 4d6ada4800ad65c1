import type { ConsoleEvent } from '@ruwu/contract'
import type { QueryClient } from '@tanstack/react-query'
import { leadKeys } from './lead.queries.ts'

/** The events only say that there is something new; what it is depends on who may see it. */
export function onLeadEvent(cache: QueryClient, event: ConsoleEvent) {
  const isAboutLeads =
    event.type === 'lead_change' ||
    event.type === 'wechat_copy' ||
    // A contact that may be one, or the same one again, is no change of the lead.
    (event.type === 'cus_message' && event.message.senderKind === 'customer')
  if (isAboutLeads) void cache.invalidateQueries({ queryKey: leadKeys.list(event.customerId) })
}
