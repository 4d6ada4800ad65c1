import { formatDuration } from '@ruwu/domain'
import { useEffect, useState } from 'react'
import { texts } from '../browser/texts.ts'
import { retryAfterOf } from './errors.ts'

const SECOND_MS = 1000

/**
 * Disables a button after 操作过于频繁 (rate limit). Counts down to a point in time, so a suspended tab resumes with the
 * right number.
 */
export function useCooldown() {
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(0)
  const seconds = secondsLeft(until, now)
  const isResting = seconds > 0

  useEffect(() => {
    if (!isResting) return undefined
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [isResting])

  const start = (forSeconds: number) => {
    const from = Date.now()
    setNow(from)
    setUntil(from + forSeconds * SECOND_MS)
  }

  return {
    isResting,
    text: isResting ? texts.retryIn(formatDuration(seconds)) : '',
    start,
    /** Starts when the error carries a retry-after; any other error ends the cooldown. */
    startFor: (error: unknown) => start(retryAfterOf(error)),
    end: () => setUntil(0),
  }
}

export const secondsLeft = (until: number, now: number) => Math.max(0, Math.ceil((until - now) / SECOND_MS))
