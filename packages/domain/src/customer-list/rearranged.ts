/** A sorted list without those at some places and with some others; few of a long list, as one event or one page moves. */
export function rearranged<T>(
  sorted: readonly T[],
  without: readonly number[],
  more: readonly T[],
  compare: (a: T, b: T) => number,
): readonly T[] {
  // The next page of a long list is one copy; put in one by one it would be copied a second time, to make room.
  if (without.length === 0 && isSorted([...sorted.slice(-1), ...more], compare)) return sorted.concat(more)
  const result = sorted.slice()
  for (const at of without.toSorted((a, b) => b - a)) result.splice(at, 1)
  for (const one of more) result.splice(placeOf(result, one, compare), 0, one)
  return result
}

const isSorted = <T>(list: readonly T[], compare: (a: T, b: T) => number): boolean =>
  list.every((one, at) => at === 0 || compare(list[at - 1] as T, one) < 0)

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
