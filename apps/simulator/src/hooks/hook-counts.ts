import type { Posted } from './post.ts'

/** Answered within so many milliseconds. */
const ANSWER_STEPS_MS = [200, 1_000, 5_000] as const

export type HookCounts = {
  /** Deliveries, each counted once however often it was tried. */
  made: number
  delivered: number
  /** Tries that the receiver answered with anything but success. */
  refused: number
  retried: number
  givenUp: number
  dropped: number
  doubled: number
  /** Tries answered within 200 ms, 1 s, 5 s; each step holds the faster ones too. */
  answeredWithin: Record<(typeof ANSWER_STEPS_MS)[number], number>
  tries: number
}

export function newHookCounts(): HookCounts {
  return {
    made: 0,
    delivered: 0,
    refused: 0,
    retried: 0,
    givenUp: 0,
    dropped: 0,
    doubled: 0,
    answeredWithin: { 200: 0, 1000: 0, 5000: 0 },
    tries: 0,
  }
}

export function countAnswer(counts: HookCounts, posted: Posted | undefined): void {
  counts.tries++
  if (!posted) return
  for (const step of ANSWER_STEPS_MS) if (posted.ms <= step) counts.answeredWithin[step]++
}
