import { CUSTOMER_IDS_MAX, customerApi, type CustomerId, type CustomerItem } from '@ruwu/contract'
import { withItems } from '@ruwu/domain'
import { hashKey, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { report } from '../../../monitoring/monitoring.ts'
import { customerKeys, type AgentView, type ListData } from '../customer/customer-keys.ts'
import { contextOf } from './list-context.ts'

// Batches a burst of events into one request.
const BATCH_MS = 150

/** Customer ids of the next request, per list. */
const pendingIds = new Map<string, Set<CustomerId>>()

/** Fetches rows that events mentioned but the list does not hold, batched. */
export function fetchMissing(cache: QueryClient, view: AgentView, missing: readonly CustomerId[]) {
  if (missing.length === 0) return
  const name = hashKey(customerKeys.list(view))
  const waiting = pendingIds.get(name)
  if (waiting) {
    for (const id of missing) waiting.add(id)
    return
  }
  const ids = new Set(missing)
  pendingIds.set(name, ids)
  setTimeout(() => {
    pendingIds.delete(name)
    void fetchBatch(cache, view, [...ids])
  }, BATCH_MS)
}

async function fetchBatch(cache: QueryClient, view: AgentView, ids: CustomerId[]) {
  try {
    const items = await fetchRows(view, ids)
    const context = contextOf(cache, view)
    cache.setQueryData<ListData>(
      customerKeys.list(view),
      (old) => old && { ...old, list: withItems(old.list, items, context).list },
    )
  } catch (error) {
    report(error)
    // It is unknown which rows are missing, so the whole list is refetched.
    void cache.invalidateQueries({ queryKey: customerKeys.list(view) })
  }
}

/** The given customers that match the view, in as few requests as the contract allows. */
async function fetchRows({ filter, sort }: AgentView, ids: readonly CustomerId[]): Promise<CustomerItem[]> {
  const chunks = Array.from({ length: Math.ceil(ids.length / CUSTOMER_IDS_MAX) }, (_, index) =>
    ids.slice(index * CUSTOMER_IDS_MAX, (index + 1) * CUSTOMER_IDS_MAX),
  )
  const answers = await Promise.all(
    chunks.map((customerIds) =>
      call(customerApi.list, { body: { ...filter, sort, customerIds, limit: CUSTOMER_IDS_MAX } }),
    ),
  )
  return answers.flatMap((answer) => answer.items)
}
