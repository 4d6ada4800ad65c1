import type { SortBy } from '@ruwu/contract'

type Value = number | string | null | undefined

/** Rows in the chosen order; rows without a value come last in both directions. */
export function sortRows<Row, Field extends string>(
  rows: readonly Row[],
  sort: SortBy<Field> | undefined,
  read: (row: Row, field: Field) => Value,
): Row[] {
  if (!sort) return [...rows]
  const sign = sort.order === 'desc' ? -1 : 1
  return rows.toSorted((a, b) => {
    const [left, right] = [read(a, sort.field), read(b, sort.field)]
    if (isNone(left) || isNone(right)) return Number(isNone(left)) - Number(isNone(right))
    if (typeof left === 'number' && typeof right === 'number') return sign * (left - right)
    return sign * String(left).localeCompare(String(right), 'zh-CN')
  })
}

/** −1 is "nothing to divide by". */
const isNone = (value: Value): value is null | undefined | -1 => value === null || value === undefined || value === -1
