import type { Key } from 'react'
import { useUrlQuery } from './use-url-query.ts'

export type Sort<Field extends string = string> = { field: Field; order: 'asc' | 'desc' }

/** `sort=enter` ascending, `sort=-enter` descending; anything else is the list's own order. */
export function readSort<Field extends string>(
  query: URLSearchParams,
  fields: readonly Field[],
): Sort<Field> | undefined {
  const text = query.get('sort') ?? ''
  const name = text.replace(/^-/, '')
  const field = fields.find((it) => it === name)
  return field && { field, order: text === name ? 'asc' : 'desc' }
}

/** Another order begins at the first page. */
export function withSort(query: URLSearchParams, sort: Sort | undefined): URLSearchParams {
  const next = new URLSearchParams(query)
  next.delete('sort')
  next.delete('page')
  if (sort) next.set('sort', `${sort.order === 'desc' ? '-' : ''}${sort.field}`)
  return next
}

/** A new filter keeps the order. */
export function keepSort(old: URLSearchParams, next: URLSearchParams): URLSearchParams {
  const sort = old.get('sort')
  if (sort) next.set('sort', sort)
  return next
}

type Value = number | string | null | undefined

/** Rows in the chosen order; rows without a value come last in both directions. */
export function sortRows<Row, Field extends string>(
  rows: readonly Row[],
  sort: Sort<Field> | undefined,
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

/** What antd tells of the header that was clicked. */
type Sorted = { columnKey?: Key; order?: 'ascend' | 'descend' | null }

const ORDERS = { asc: 'ascend', desc: 'descend' } as const

/**
 * Sortable headers: 降序, 升序, then the list's own order. antd sets `aria-sort` and makes them focusable; plain tables have `SortHeader`.
 * `own`: the list's own order, where it is that of a column.
 */
export function useUrlSort<Field extends string>(fields: readonly Field[], own?: Sort<Field>) {
  const [query, change] = useUrlQuery()
  const sort = readSort(query, fields) ?? own
  return {
    sort,
    /** `onSort` of a header of a plain table. */
    onSort: (field: Field) => {
      const isSorted = sort?.field === field
      if (isSorted && sort.order === 'asc') return change((old) => withSort(old, undefined))
      return change((old) => withSort(old, { field, order: isSorted ? 'asc' : 'desc' }))
    },
    /** Props of a sortable column. */
    column: (field: Field) => ({
      key: field,
      sorter: true,
      sortDirections: ['descend' as const, 'ascend' as const],
      sortOrder: sort?.field === field ? ORDERS[sort.order] : null,
      showSorterTooltip: false,
    }),
    /** `onChange` of the table. */
    onChange: (_paging: unknown, _filters: unknown, sorter: Sorted | Sorted[]) => {
      const chosen = Array.isArray(sorter) ? sorter[0] : sorter
      const field = fields.find((it) => it === chosen?.columnKey)
      const order = chosen?.order === 'ascend' ? ('asc' as const) : ('desc' as const)
      change((old) => withSort(old, field && chosen?.order ? { field, order } : undefined))
    },
  }
}
