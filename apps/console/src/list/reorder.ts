export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const item = items[from]
  return item === undefined ? [...items] : items.toSpliced(from, 1).toSpliced(to, 0, item)
}

/** The target index of a dragged row: before the row it is dropped on, or after it in the lower half. */
export function dropPosition(from: number, over: number, isLowerHalf: boolean): number {
  const gap = isLowerHalf ? over + 1 : over
  // Removing the item first shifts everything behind it by one.
  return from < gap ? gap - 1 : gap
}
