export type Percentiles = { count: number; p50: number; p95: number; p99: number }

/** Nearest rank, in milliseconds. */
export function percentiles(values: readonly number[]): Percentiles {
  const sorted = values.toSorted((left, right) => left - right)
  const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
