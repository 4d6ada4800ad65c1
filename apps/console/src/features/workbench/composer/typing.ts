export const TYPING_EVERY_MS = 3000

/** Throttles the typing indicator to one frame per period. */
export function createTyping(now: () => number) {
  let topic = ''
  let toldAt = Number.NEGATIVE_INFINITY
  return (topicId: string, tell: (frame: { type: 'typing'; topicId: string }) => void) => {
    if (topicId === topic && now() - toldAt < TYPING_EVERY_MS) return
    topic = topicId
    toldAt = now()
    tell({ type: 'typing', topicId })
  }
}
