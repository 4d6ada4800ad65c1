import { customerApi, type CustomerId } from '@ruwu/contract'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../../api/call.ts'

const sessionKey = (customerId: CustomerId) => ['customer', 'sessions', customerId] as const

/** The customer's sessions, newest first, paged. */
export const useSessions = (customerId: CustomerId) =>
  useInfiniteQuery({
    queryKey: sessionKey(customerId),
    queryFn: ({ pageParam: cursor }) => call(customerApi.listSessions, { body: { customerId, cursor } }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  })

/** Refetches the sessions after a new message, which may have opened another session. */
export function useFreshSessions(customerId: CustomerId, lastSeq: number) {
  const cache = useQueryClient()
  const askedAt = useRef(lastSeq)
  useEffect(() => {
    if (askedAt.current === lastSeq) return
    askedAt.current = lastSeq
    void cache.invalidateQueries({ queryKey: sessionKey(customerId) })
  }, [cache, customerId, lastSeq])
}

/** Profile changes, newest first. Never cached. */
export const useChanges = (customerId: CustomerId) =>
  useInfiniteQuery({
    queryKey: ['customer', 'changes', customerId] as const,
    queryFn: ({ pageParam: cursor }) => call(customerApi.listChanges, { body: { customerId, cursor } }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    select: ({ pages }) => pages.flatMap((page) => page.items),
    gcTime: 0,
  })
