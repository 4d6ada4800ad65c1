type Grid = { count: number; columns: number }

/** The target index of a key in a grid filled row by row; undefined for other keys. */
export function gridStep(key: string, from: number, { count, columns }: Grid): number | undefined {
  const last = count - 1
  switch (key) {
    case 'ArrowLeft':
      return Math.max(from - 1, 0)
    case 'ArrowRight':
      return Math.min(from + 1, last)
    case 'ArrowUp':
      return from < columns ? from : from - columns
    case 'ArrowDown':
      return isInLastRow(from, { count, columns }) ? from : Math.min(from + columns, last)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}

const isInLastRow = (index: number, { count, columns }: Grid) =>
  Math.floor(index / columns) === Math.floor((count - 1) / columns)
