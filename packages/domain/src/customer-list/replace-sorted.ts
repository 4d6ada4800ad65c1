import type { LongList } from '../long-list.ts'

type Sorted<T> = Pick<LongList<T>, 'length' | 'at'>

/** Removes indices from and inserts items into a sorted list; copies only the touched range. */
export function replaceSorted<T>(
  sorted: LongList<T>,
  without: readonly number[],
  more: readonly T[],
  compare: (a: T, b: T) => number,
): LongList<T> {
  const touched = [...without, ...more.map((one) => insertionIndex(sorted, one, compare))].toSorted((a, b) => a - b)
  const from = touched[0] ?? sorted.length
  const to = Math.min((touched.at(-1) ?? from) + 1, sorted.length)
  const part = sorted.slice(from, to)
  for (const at of without.toSorted((a, b) => b - a)) part.splice(at - from, 1)
  for (const one of more) part.splice(insertionIndex(part, one, compare), 0, one)
  return sorted.replaced(from, to, part)
}

/** Binary search: the number of items before this one, its index when present. */
export function insertionIndex<T>(sorted: Sorted<T>, one: T, compare: (a: T, b: T) => number): number {
  let from = 0
  let to = sorted.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (compare(sorted.at(middle) as T, one) < 0) from = middle + 1
    else to = middle
  }
  return from
}
