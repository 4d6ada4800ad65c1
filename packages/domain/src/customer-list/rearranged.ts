/** A sorted list without those at some places and with some others; few of a long list, as one event or one page moves. */
export function rearranged<T>(
  sorted: readonly T[],
  without: readonly number[],
  more: readonly T[],
  compare: (a: T, b: T) => number,
): readonly T[] {
  const result = sorted.slice()
  for (const at of without.toSorted((a, b) => b - a)) result.splice(at, 1)
  for (const one of more) result.splice(placeOf(result, one, compare), 0, one)
  return result
}

/** How many of the sorted ones come before this one: its place, if it is one of them. */
export function placeOf<T>(sorted: readonly T[], one: T, compare: (a: T, b: T) => number): number {
  let from = 0
  let to = sorted.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (compare(sorted[middle] as T, one) < 0) from = middle + 1
    else to = middle
  }
  return from
}
