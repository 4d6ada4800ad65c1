import type { CustomerId } from '@ruwu/contract'
import { useSyncExternalStore } from 'react'

/** The indicator disappears after this time without another frame. */
const SHOWN_MS = 5000

const writing = new Map<string, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()

function tell() {
  for (const listener of listeners) listener()
}

/**
 * Handles a typing frame by user id. Customers have user ids like agents do; colleagues' composing state comes from the
 * viewers.
 */
export function noteTyping(userId: string | undefined) {
  if (!userId) return
  clearTimeout(writing.get(userId))
  const end = () => {
    writing.delete(userId)
    tell()
  }
  writing.set(userId, setTimeout(end, SHOWN_MS))
  tell()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const isTyping = (userId: string) => writing.has(userId)

export const useCustomerTyping = (customerId: CustomerId) => useSyncExternalStore(subscribe, () => isTyping(customerId))
