import { createHash } from 'node:crypto'

/** A number between 0 and 1. */
export type Random = () => number

/** The n-th number of one concern's stream (mulberry32 counted rather than carried, so that a position can be kept). */
export function drawAt(seed: number, concern: string): (n: number) => number {
  const start = createHash('sha256').update(`${seed}:${concern}`).digest().readUInt32LE(0)
  return (n) => {
    const state = (start + Math.imul(n + 1, 0x6d2b79f5)) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

export function between(random: Random, [low, high]: readonly [number, number]): number {
  return Math.round(low + random() * (high - low))
}

/** Gaps of open arrivals: exponential with the given mean. */
export function exponential(random: Random, mean: number): number {
  return -Math.log(1 - random()) * mean
}
