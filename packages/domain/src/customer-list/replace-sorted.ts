import type { LongList } from '../long-list.ts'

type Sorted<T> = Pick<LongList<T>, 'length' | 'at'>

/** A sorted list without those at some places and with some others; few of a long list, as one event or one page moves. */
export function rearranged<T>(
  sorted: LongList<T>,
  without: readonly number[],
  more: readonly T[],
  compare: (a: T, b: T) => number,
): LongList<T> {
  const touched = [...without, ...more.map((one) => placeOf(sorted, one, compare))].toSorted((a, b) => a - b)
  const from = touched[0] ?? sorted.length
  const to = Math.min((touched.at(-1) ?? from) + 1, sorted.length)
  const part = sorted.slice(from, to)
  for (const at of without.toSorted((a, b) => b - a)) part.splice(at - from, 1)
  for (const one of more) part.splice(placeOf(part, one, compare), 0, one)
  return sorted.replaced(from, to, part)
}

/** How many of the sorted ones come before this one: its place, if it is one of them. */
export function placeOf<T>(sorted: Sorted<T>, one: T, compare: (a: T, b: T) => number): number {
  let from = 0
  let to = sorted.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (compare(sorted.at(middle) as T, one) < 0) from = middle + 1
    else to = middle
  }
  return from
}
