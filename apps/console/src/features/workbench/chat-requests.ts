import type { CustomerId } from '@ruwu/contract'
import { createStore, useStore } from '@ruwu/ui/store.ts'
import { useEffect, useRef } from 'react'

/** Parts of the open customer that a shortcut opens. */
export type ChatRequest = 'redirect' | 'tag' | 'stage' | 'reminder' | 'firstUnread'

type Asked = { customerId: CustomerId; what: ChatRequest }

const asked = createStore<Asked | undefined>(undefined)

/** Asks the part to open itself; it may still have to be put on screen. */
export const askFor = (customerId: CustomerId, what: ChatRequest) => asked.set({ customerId, what })

/** Runs once for a request, also for one made before this part was on screen. */
export function useChatRequest(customerId: CustomerId, what: ChatRequest, run: () => void) {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  const request = useStore(asked)
  useEffect(() => {
    if (request?.customerId !== customerId || request.what !== what) return
    asked.set(undefined)
    latest.current()
  }, [request, customerId, what])
}

/** Whether a part of the customer panel is wanted that is not on screen yet. */
export const useWantsPanel = (customerId: CustomerId): boolean =>
  useStore(asked, (it) => it?.customerId === customerId && (it.what === 'tag' || it.what === 'stage'))
