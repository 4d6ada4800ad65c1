import type { ConsoleEvent } from '@ruwu/contract'
import type { QueryClient } from '@tanstack/react-query'
import { pointsKeys } from '../points/index.ts'
import { orderKeys } from './order.queries.ts'

/** A hint: lists and the open order are fetched again, and points that came or went with it. */
export function onOrderEvent(cache: QueryClient, event: ConsoleEvent) {
  if (event.type !== 'point_order_change') return
  void cache.invalidateQueries({ queryKey: orderKeys.all })
  if (event.status === 'paid' || event.status === 'refunded') void cache.invalidateQueries({ queryKey: pointsKeys.all })
}
