import type { CustomerId } from '@ruwu/contract'
import { createStore, useStore } from '@ruwu/ui/store.ts'

/** The indicator disappears after this time without another frame. */
const SHOWN_MS = 5000

const typing = createStore<ReadonlySet<string>>(new Set())
const timers = new Map<string, ReturnType<typeof setTimeout>>()

/**
 * Handles a typing frame by user id. Customers have user ids like agents do; colleagues' composing state comes from the
 * viewers.
 */
export function noteTyping(userId: string | undefined) {
  if (!userId) return
  clearTimeout(timers.get(userId))
  const end = () => {
    timers.delete(userId)
    typing.set(new Set(timers.keys()))
  }
  timers.set(userId, setTimeout(end, SHOWN_MS))
  typing.set(new Set(timers.keys()))
}

export const isTyping = (userId: string) => typing.get().has(userId)

export const useCustomerTyping = (customerId: CustomerId) => useStore(typing, () => isTyping(customerId))
