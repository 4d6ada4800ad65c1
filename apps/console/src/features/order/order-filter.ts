import {
  ORDER_SORTS,
  ORDER_STATUSES,
  OrderNo,
  PAY_METHODS,
  type OrderFilter as OrderQuery,
  type OrderSort,
  type OrderStatus,
  type PayMethod,
} from '@ruwu/contract'
import { type DateChoice, dateQuery, instantsOf, readDateChoice } from '../../list/date-choice.ts'
import { type Paging, readPaging, withPaging, writeQuery } from '../../list/url-query.ts'
import { readSort, withSort } from '../../list/url-sort.ts'

export type OrderFilter = {
  status?: OrderStatus | undefined
  method?: PayMethod | undefined
  orderNo?: string | undefined
  dates?: DateChoice | undefined
  sort?: OrderSort | undefined
}

/** Only digits can be part of a number. */
const digitsOf = (text: string | null) => text?.replaceAll(/\D/g, '').slice(0, 18) || undefined

/** The filter is kept in the URL; an invalid value counts as not set. */
export function readOrderFilter(search: URLSearchParams): OrderFilter & Paging {
  return {
    status: ORDER_STATUSES.find((it) => it === search.get('status')),
    method: PAY_METHODS.find((it) => it === search.get('method')),
    orderNo: digitsOf(search.get('orderNo')),
    dates: readDateChoice(search),
    sort: readSort(search, ORDER_SORTS),
    ...readPaging(search),
  }
}

/** A new filter resets the page number and keeps the order. */
export function writeOrderFilter({ status, method, orderNo, dates, sort, pageSize }: OrderFilter & Paging) {
  const filter = writeQuery({ status, method, orderNo: digitsOf(orderNo ?? null), ...dateQuery(dates) })
  return withSort(withPaging(filter, { page: 1, pageSize }), sort)
}

/** The order whose details are open. */
export const readOpenOrder = (search: URLSearchParams): string | undefined =>
  OrderNo.safeParse(search.get('detail')).data

export function withOpenOrder(search: URLSearchParams, orderNo: string | undefined): URLSearchParams {
  const next = new URLSearchParams(search)
  next.delete('detail')
  if (orderNo) next.set('detail', orderNo)
  return next
}

export const isFiltered = ({ status, method, orderNo, dates }: OrderFilter) =>
  [status, method, orderNo, dates].some((value) => value !== undefined)

export function toOrderQuery({ status, method, orderNo, dates }: OrderFilter, now: Date, timeZone: string): OrderQuery {
  return {
    ...(status && { status }),
    ...(method && { method }),
    ...(orderNo && { orderNo }),
    ...instantsOf(dates, now, timeZone),
  }
}
