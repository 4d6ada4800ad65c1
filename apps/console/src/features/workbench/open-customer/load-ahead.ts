import type { CustomerId } from '@ruwu/contract'
import type { LongList } from '@ruwu/domain'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { whenIdle } from '../../../browser/when-idle.ts'
import { customerOptions } from '../customer/customer.queries.ts'
import type { ThreadPlace } from '../thread/create-thread-store.ts'
import { threadStore } from '../thread/thread-store.ts'

/** Loads what opening a customer shows, before it is opened. */
export function loadAhead(queries: QueryClient, customerId: CustomerId, place?: ThreadPlace): void {
  void queries.prefetchQuery(customerOptions(customerId))
  threadStore.openAhead(customerId, place)
}

/** The agent reads first, and a page that is still drawing is not delayed. */
const WAIT_MS = 1000
const IDLE_WITHIN_MS = 2000

/** Loads the customers above and below the open one, which are the likeliest to be opened next. */
export function useLoadNeighbours(ids: LongList<CustomerId>, openId: CustomerId | undefined): void {
  const queries = useQueryClient()
  const shown = useRef(ids)
  useEffect(() => {
    shown.current = ids
  })
  useEffect(() => {
    if (!openId) return undefined
    let cancel = () => {}
    const load = () => {
      for (const customerId of neighboursOf(shown.current, openId)) loadAhead(queries, customerId)
    }
    const timer = setTimeout(() => {
      cancel = whenIdle(load, IDLE_WITHIN_MS)
    }, WAIT_MS)
    return () => {
      clearTimeout(timer)
      cancel()
    }
  }, [queries, openId])
}

function neighboursOf(ids: LongList<CustomerId>, openId: CustomerId): CustomerId[] {
  const place = ids.indexOf(openId)
  if (place === -1) return []
  return [ids.at(place + 1), ids.at(place - 1)].filter((id) => id !== undefined)
}
