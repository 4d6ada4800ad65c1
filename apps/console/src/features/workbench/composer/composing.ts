import type { CustomerId } from '@ruwu/contract'
import { useSyncExternalStore } from 'react'

/** Somebody who stopped typing this long ago is no longer writing. */
const WRITING_MS = 10_000

let writingTo: CustomerId | null = null
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function setWriting(customerId: CustomerId | null) {
  clearTimeout(timer)
  if (customerId !== null) timer = setTimeout(() => setWriting(null), WRITING_MS)
  if (customerId === writingTo) return
  writingTo = customerId
  for (const listener of listeners) listener()
}

/** The composer tells of every change of its text. */
export const noteWriting = (customerId: CustomerId) => setWriting(customerId)
export const noteWritten = () => setWriting(null)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether one is writing to this customer just now, for what colleagues are told. */
export const useComposing = (customerId: CustomerId | null) =>
  useSyncExternalStore(subscribe, () => customerId !== null && writingTo === customerId)
