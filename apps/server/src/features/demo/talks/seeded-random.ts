/** Deterministic pseudo-random numbers. */
export type SeededRandom = {
  /** In [0, 1). */
  next(): number
  between(low: number, high: number): number
  pick<T>(items: readonly T[]): T
  weighted<T extends { weight: number }>(items: readonly T[]): T
}

/** Mulberry32. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (low, high) => Math.floor(low + next() * (high - low + 1)),
    pick: (items) => items[Math.floor(next() * items.length)] as (typeof items)[number],
    weighted: (items) => {
      let left = next() * items.reduce((sum, item) => sum + item.weight, 0)
      for (const item of items) if ((left -= item.weight) < 0) return item
      return items[0] as (typeof items)[number]
    },
  }
}
