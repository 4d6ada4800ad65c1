import type { CustomerDetail, CustomerId, CustomerItem } from '@ruwu/contract'
import { findItem, withOptimisticChange, withItems } from '@ruwu/domain'
import type { Query, QueryClient } from '@tanstack/react-query'
import { customerKeys, type AgentView, type ListData } from './customer-keys.ts'
import { contextOf } from '../list/list-context.ts'
import { recordUpdate, type ListUpdate } from '../list/replay-during-fetch.ts'
import { fetchMissing } from '../list/missing-rows.ts'

const listsOf = (cache: QueryClient) => cache.getQueryCache().findAll({ queryKey: customerKeys.lists })

const viewOf = (query: Query) => query.queryKey[2] as AgentView

/** Applies a change to the active lists; inactive lists are invalidated and refetched when shown next. */
export function changeLists(cache: QueryClient, update: ListUpdate) {
  recordUpdate(update)
  applyUpdate(cache, update)
}

function applyUpdate(cache: QueryClient, update: ListUpdate) {
  for (const query of listsOf(cache)) {
    if (query.isActive()) changeList(cache, query, update)
    else query.invalidate()
  }
}

function changeList(cache: QueryClient, query: Query, update: ListUpdate) {
  const data = query.state.data as ListData | undefined
  if (!data) return
  const { list, missing } = update(data.list, contextOf(cache, viewOf(query)))
  if (list !== data.list) cache.setQueryData<ListData>(query.queryKey, { ...data, list })
  fetchMissing(cache, viewOf(query), missing)
}

/** The newest cached version of a customer, from any query. */
export function findCustomer(cache: QueryClient, customerId: CustomerId): CustomerItem | undefined {
  const detail = cache.getQueryData<CustomerDetail>(customerKeys.detail(customerId))
  const inLists = listsOf(cache).map((query) => {
    const data = query.state.data as ListData | undefined
    return data && findItem(data.list, customerId)
  })
  return [detail, ...inLists].reduce<CustomerItem | undefined>(
    (best, item) => (item && (!best || item.version > best.version) ? item : best),
    undefined,
  )
}

/** Puts a mutation's response into the cache; the event that follows carries the same data. */
export function applyResponse(cache: QueryClient, item: CustomerItem) {
  changeLists(cache, (list, context) => withItems(list, [item], context))
  cache.setQueryData<CustomerDetail>(customerKeys.detail(item.customerId), (old) =>
    old && item.version >= old.version && item.seatVersion >= old.seatVersion ? { ...old, ...item } : old,
  )
}

/** Optimistic change or its rollback; the server's next version wins. */
export function applyOptimistic(
  cache: QueryClient,
  customerId: CustomerId,
  change: (item: CustomerItem) => CustomerItem,
) {
  applyUpdate(cache, (list, context) => withOptimisticChange(list, customerId, change, context))
  cache.setQueryData<CustomerDetail>(customerKeys.detail(customerId), (old) => old && { ...old, ...change(old) })
}
