import { countNewer, isReadableLine, type ThreadState } from '@ruwu/domain'
import { useEffect, useRef, useState } from 'react'
import type { Thread } from '../held-threads.ts'

/** Duration of the highlight around a message jumped to. */
const HIGHLIGHT_MS = 1600

/** The sequence number of the message just jumped to. */
export function useHighlight(found: Thread['found']): number | undefined {
  const [ended, setEnded] = useState<Thread['found']>()
  useEffect(() => {
    if (!found) return undefined
    const timer = setTimeout(() => setEnded(found), HIGHLIGHT_MS)
    return () => clearTimeout(timer)
  }, [found])
  return found === ended ? undefined : found?.seq
}

/** How many messages arrived below since the end was last visible. */
export function useUnseen(state: ThreadState, isAtEnd: boolean): number {
  const { messages, hasMoreAfter } = state
  const lastSeq = messages.at(-1)?.seq ?? 0
  const [seenSeq, setSeenSeq] = useState(lastSeq)
  if (isAtEnd && seenSeq !== lastSeq) setSeenSeq(lastSeq)
  return hasMoreAfter ? countNewer(state) : countAfter(messages, seenSeq)
}

function countAfter(messages: ThreadState['messages'], seq: number): number {
  let count = 0
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const message = messages[at]
    if (!message || message.seq <= seq) break
    if (isReadableLine(message)) count += 1
  }
  return count
}

/** Sending a message scrolls to the end. */
export function useScrollOnOwnMessage(count: number, toEnd: () => void) {
  const before = useRef(count)
  const go = useRef(toEnd)
  useEffect(() => {
    go.current = toEnd
  })
  useEffect(() => {
    if (count > before.current) go.current()
    before.current = count
  }, [count])
}
