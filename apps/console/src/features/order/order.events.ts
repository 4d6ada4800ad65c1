import type { ConsoleEvent } from '@ruwu/contract'
import type { QueryClient } from '@tanstack/react-query'
import { orderKeys } from './order.queries.ts'

/** A hint: lists and the open order are fetched again. */
export function onOrderEvent(cache: QueryClient, event: ConsoleEvent) {
  if (event.type === 'point_order_change') void cache.invalidateQueries({ queryKey: orderKeys.all })
}
