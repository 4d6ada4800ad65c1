import {
  ORDER_STATUSES,
  PAY_METHODS,
  type OrderFilter as OrderQuery,
  type OrderStatus,
  type PayMethod,
} from '@ruwu/contract'
import { type DateChoice, dateQuery, instantsOf, readDateChoice } from '../../list/date-choice.ts'
import { type Paging, readPaging, withPaging, writeQuery } from '../../list/url-query.ts'

export type OrderFilter = {
  status?: OrderStatus | undefined
  method?: PayMethod | undefined
  orderNo?: string | undefined
  dates?: DateChoice | undefined
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
    ...readPaging(search),
  }
}

/** A new filter resets the page number. */
export const writeOrderFilter = ({ status, method, orderNo, dates, pageSize }: OrderFilter & Paging) =>
  withPaging(writeQuery({ status, method, orderNo: digitsOf(orderNo ?? null), ...dateQuery(dates) }), {
    page: 1,
    pageSize,
  })

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
