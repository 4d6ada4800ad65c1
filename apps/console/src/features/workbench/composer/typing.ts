export const TYPING_EVERY_MS = 3000

/** Tells the other side at most once per period that somebody types. */
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
