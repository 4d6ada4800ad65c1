import type { SortBy } from '@ruwu/contract'
import type { Key } from 'react'
import { useUrlQuery } from './use-url-query.ts'

/** `sort=enter` ascending, `sort=-enter` descending; anything else is the list's own order. */
export function readSort<Field extends string>(
  query: URLSearchParams,
  fields: readonly Field[],
): SortBy<Field> | undefined {
  const text = query.get('sort') ?? ''
  const name = text.replace(/^-/, '')
  const field = fields.find((it) => it === name)
  return field && { field, order: text === name ? 'asc' : 'desc' }
}

/** Another order begins at the first page. */
export function withSort(query: URLSearchParams, sort: SortBy<string> | undefined): URLSearchParams {
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

/** What antd tells of the header that was clicked. */
type Sorted = { columnKey?: Key; order?: 'ascend' | 'descend' | null }

const ORDERS = { asc: 'ascend', desc: 'descend' } as const

/**
 * Sortable headers: 降序, 升序, then the list's own order. antd sets `aria-sort` and makes them focusable; plain tables have `SortHeader`.
 * `own`: the list's own order, where it is that of a column.
 */
export function useUrlSort<Field extends string>(fields: readonly Field[], own?: SortBy<Field>) {
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
