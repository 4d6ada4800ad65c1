import type { CustomerDetail, CustomerEvent, CustomerId } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import type { QueryClient } from '@tanstack/react-query'
import { currentAgentId } from '../../../session/current-agent.ts'
import { customerKeys } from './customer-keys.ts'
import { texts } from '../texts.ts'

/** The row that last gave an owner to a customer without one. The messages of a change come before its `rec_cus`, with the same row. */
const owned = new WeakMap<QueryClient, { customerId: CustomerId; version: number }>()

/**
 * Tells that a colleague has received the open customer. `before`: as the agent saw them; after the agent's own attempt they are
 * not without an owner any more, and its refusal names the colleague.
 */
export function tellReceived(cache: QueryClient, event: CustomerEvent, before: CustomerDetail | undefined) {
  const { customerId, customer } = event
  const { agentId, agentName, version } = customer
  if (before?.agentId === null && agentId !== null && before.version < version)
    owned.set(cache, { customerId, version })
  if (event.type !== 'rec_cus' || agentId === currentAgentId()) return
  const known = owned.get(cache)
  if (known?.customerId !== customerId || known.version !== version) return
  owned.delete(cache)
  const isOpen = cache
    .getQueryCache()
    .find({ queryKey: customerKeys.detail(customerId) })
    ?.isActive()
  if (isOpen) toast.info(texts.receivedBy(agentName ?? ''))
}
