import type { CustomerId } from '@ruwu/contract'
import { useSyncExternalStore } from 'react'

/** Without another sign, nobody writes this long. */
const SHOWN_MS = 5000

const writing = new Map<string, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()

function tell() {
  for (const listener of listeners) listener()
}

/** A sign of somebody writing, by their user id. Customers have one as agents do; of colleagues the viewers tell. */
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
