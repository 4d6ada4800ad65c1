import type { CustomerDetail, CustomerId, CustomerItem } from '@ruwu/contract'
import { findItem, withGuess, withItems } from '@ruwu/domain'
import type { Query, QueryClient } from '@tanstack/react-query'
import { report } from '../../monitoring/monitoring.ts'
import { customerKeys, type ListData, type AgentView } from './customer.queries.ts'
import { contextOf } from './list-context.ts'
import { tellNews, type ListNews } from './list-news.ts'
import { fetchRows } from './missing-rows.ts'

// Long enough that a burst of events is one question.
const GATHER_MS = 150

/** By list: whom its next question is about. */
const gathered = new WeakMap<Query, Set<CustomerId>>()

const listsOf = (cache: QueryClient) => cache.getQueryCache().findAll({ queryKey: customerKeys.lists })

const viewOf = (query: Query) => query.queryKey[2] as AgentView

/** Applies news to the lists somebody looks at; the others are asked again when they are looked at next. */
export function changeLists(cache: QueryClient, news: ListNews) {
  tellNews(news)
  applyNews(cache, news)
}

function applyNews(cache: QueryClient, news: ListNews) {
  for (const query of listsOf(cache)) {
    if (query.isActive()) changeList(cache, query, news)
    else query.invalidate()
  }
}

function changeList(cache: QueryClient, query: Query, news: ListNews) {
  const data = query.state.data as ListData | undefined
  if (!data) return
  const { list, missing } = news(data.list, contextOf(cache, viewOf(query)))
  if (list !== data.list) cache.setQueryData<ListData>(query.queryKey, { ...data, list })
  if (missing.length > 0) askFor(cache, query, missing)
}

/** Rows an event spoke of that the list does not hold: the server is asked for all of them together. */
function askFor(cache: QueryClient, query: Query, missing: readonly CustomerId[]) {
  const waiting = gathered.get(query)
  if (waiting) {
    for (const id of missing) waiting.add(id)
    return
  }
  const ids = new Set(missing)
  gathered.set(query, ids)
  setTimeout(() => {
    gathered.delete(query)
    fetchRows(viewOf(query), [...ids]).then(
      (items) => changeList(cache, query, (list, context) => withItems(list, items, context)),
      (error: unknown) => {
        report(error)
        // Which rows are missing is not known any more: the list is asked for as a whole.
        void cache.invalidateQueries({ queryKey: query.queryKey })
      },
    )
  }, GATHER_MS)
}

/** A customer as far as any screen knows them. */
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

/** What the server answered about one customer: the event that follows says the same, only later. */
export function takeAnswer(cache: QueryClient, item: CustomerItem) {
  changeLists(cache, (list, context) => withItems(list, [item], context))
  cache.setQueryData<CustomerDetail>(customerKeys.detail(item.customerId), (old) =>
    old && item.version >= old.version && item.seatVersion >= old.seatVersion ? { ...old, ...item } : old,
  )
}

/** Shows what the server has not confirmed yet, or takes it back; whatever the server says next wins. */
export function guessCustomer(cache: QueryClient, customerId: CustomerId, guess: (item: CustomerItem) => CustomerItem) {
  applyNews(cache, (list, context) => withGuess(list, customerId, guess, context))
  cache.setQueryData<CustomerDetail>(customerKeys.detail(customerId), (old) => old && { ...old, ...guess(old) })
}
