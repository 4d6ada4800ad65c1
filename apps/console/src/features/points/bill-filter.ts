import {
  POINT_ITEMS,
  POINT_TYPES,
  RelationId,
  type PointBillFilter,
  type PointItem,
  type PointType,
} from '@ruwu/contract'
import { addDays, parseDay, startOfDay } from '@ruwu/domain'
import { writeQuery } from '../../list/url-query.ts'
import { readPaging, withPaging, type Paging } from '../../list/url-query.ts'

/** Days are calendar days in the enterprise's time zone. */
export type BillFilter = {
  type?: PointType | undefined
  item?: PointItem | undefined
  account?: RelationId | undefined
  from?: string | undefined
  to?: string | undefined
}

/** The filter is kept in the URL; an invalid value counts as not set. */
export function readBillFilter(search: URLSearchParams): BillFilter & Paging {
  const type = POINT_TYPES.find((it) => it === search.get('type'))
  const item = POINT_ITEMS.find((it) => it === search.get('item'))
  const account = RelationId.safeParse(search.get('account')).data
  const from = readDay(search.get('from'))
  const to = readDay(search.get('to'))
  return {
    ...(type && { type }),
    ...(item && { item }),
    ...(account && { account }),
    ...(from && { from }),
    ...(to && { to }),
    ...readPaging(search),
  }
}

const readDay = (text: string | null) => (text && parseDay(text) ? text : undefined)

/** A new filter resets the page number. */
export const writeBillFilter = ({ type, item, account, from, to, pageSize }: BillFilter & Paging) =>
  withPaging(writeQuery({ type, item, account, from, to }), { page: 1, pageSize })

export const isFiltered = ({ type, item, account, from, to }: BillFilter) =>
  [type, item, account, from, to].some((value) => value !== undefined)

/** `to` is inclusive. */
export function toBillFilter({ type, item, account, from, to }: BillFilter, timeZone: string): PointBillFilter {
  const first = from && parseDay(from)
  const last = to && parseDay(to)
  return {
    ...(type && { type }),
    ...(item && { item }),
    ...(account && { subSourceId: account }),
    ...(first && { from: startOfDay(first, timeZone).toISOString() }),
    ...(last && { to: startOfDay(addDays(last, 1), timeZone).toISOString() }),
  }
}
