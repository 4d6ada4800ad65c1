import { CUSTOMER_IDS_MAX, customerApi, type CustomerId, type CustomerItem } from '@ruwu/contract'
import { withItems } from '@ruwu/domain'
import { hashKey, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { report } from '../../../monitoring/monitoring.ts'
import { customerKeys, type AgentView, type ListData } from '../customer/customer-keys.ts'
import { contextOf } from './list-context.ts'

// Long enough that a burst of events is one question.
const GATHER_MS = 150

/** By list: whom its next question is about. */
const gathered = new Map<string, Set<CustomerId>>()

/** Rows an event spoke of that the list does not hold: the server is asked for all of them together. */
export function askForMissing(cache: QueryClient, view: AgentView, missing: readonly CustomerId[]) {
  if (missing.length === 0) return
  const name = hashKey(customerKeys.list(view))
  const waiting = gathered.get(name)
  if (waiting) {
    for (const id of missing) waiting.add(id)
    return
  }
  const ids = new Set(missing)
  gathered.set(name, ids)
  setTimeout(() => {
    gathered.delete(name)
    void bring(cache, view, [...ids])
  }, GATHER_MS)
}

async function bring(cache: QueryClient, view: AgentView, ids: CustomerId[]) {
  try {
    const items = await fetchRows(view, ids)
    const context = contextOf(cache, view)
    cache.setQueryData<ListData>(
      customerKeys.list(view),
      (old) => old && { ...old, list: withItems(old.list, items, context).list },
    )
  } catch (error) {
    report(error)
    // Which rows are missing is not known any more: the list is asked for as a whole.
    void cache.invalidateQueries({ queryKey: customerKeys.list(view) })
  }
}

/** Those of these who fit the view, in as few questions as the server allows. */
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
