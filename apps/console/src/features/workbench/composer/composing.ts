import type { CustomerId } from '@ruwu/contract'
import { useSyncExternalStore } from 'react'

/** Without a key for this long the agent no longer counts as composing. */
const COMPOSING_MS = 10_000

let composingTo: CustomerId | null = null
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function setComposing(customerId: CustomerId | null) {
  clearTimeout(timer)
  if (customerId !== null) timer = setTimeout(() => setComposing(null), COMPOSING_MS)
  if (customerId === composingTo) return
  composingTo = customerId
  for (const listener of listeners) listener()
}

/** Called on every change of the text. */
export const noteComposing = (customerId: CustomerId) => setComposing(customerId)
export const noteComposingEnd = () => setComposing(null)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the agent is composing to this customer; reported to colleagues. */
export const useComposing = (customerId: CustomerId | null) =>
  useSyncExternalStore(subscribe, () => customerId !== null && composingTo === customerId)

const TYPING_EVERY_MS = 3000

/** Throttles the typing indicator to one frame per period. */
export function createTypingThrottle(now: () => number) {
  let topic = ''
  let toldAt = Number.NEGATIVE_INFINITY
  return (topicId: string, tell: (frame: { type: 'typing'; topicId: string }) => void) => {
    if (topicId === topic && now() - toldAt < TYPING_EVERY_MS) return
    topic = topicId
    toldAt = now()
    tell({ type: 'typing', topicId })
  }
}
