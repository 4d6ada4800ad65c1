import type { CustomerId } from '@ruwu/contract'
import { createStore, useStore } from '@ruwu/ui/store.ts'

/** Without a key for this long the agent no longer counts as composing. */
const COMPOSING_MS = 10_000

const composingTo = createStore<CustomerId | null>(null)
let timer: ReturnType<typeof setTimeout> | undefined

function setComposing(customerId: CustomerId | null) {
  clearTimeout(timer)
  if (customerId !== null) timer = setTimeout(() => setComposing(null), COMPOSING_MS)
  composingTo.set(customerId)
}

/** Called on every change of the text. */
export const noteComposing = (customerId: CustomerId) => setComposing(customerId)
export const noteComposingEnd = () => setComposing(null)

/** Whether the agent is composing to this customer; reported to colleagues. */
export const useComposing = (customerId: CustomerId | null) =>
  useStore(composingTo, (composing) => customerId !== null && composing === customerId)

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
