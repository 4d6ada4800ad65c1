import { vi } from 'vitest'

/** Lengths of arrays of at least `least` items allocated while `work` runs. */
export function longCopies(least: number, work: () => void): number[] {
  const made = (['slice', 'concat'] as const).map((how) => vi.spyOn(Array.prototype, how))
  try {
    work()
    return made
      .flatMap((spy) => spy.mock.results.map(({ value }) => (value as unknown[]).length))
      .filter((length) => length >= least)
  } finally {
    for (const spy of made) spy.mockRestore()
  }
}
