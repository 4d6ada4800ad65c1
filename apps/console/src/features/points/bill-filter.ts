import {
  BILL_SORTS,
  type BillSort,
  POINT_ITEMS,
  POINT_TYPES,
  RelationId,
  type PointBillFilter,
  type PointItem,
  type PointType,
} from '@ruwu/contract'
import { type DateChoice, dateQuery, instantsOf, readDateChoice } from '../../list/date-choice.ts'
import { readPaging, withPaging, type Paging, writeQuery } from '../../list/url-query.ts'
import { readSort, withSort } from '../../list/url-sort.ts'

export type BillFilter = {
  type?: PointType | undefined
  item?: PointItem | undefined
  account?: RelationId | undefined
  dates?: DateChoice | undefined
  /** 按日汇总: a way to look at the bills, not a filter to be cleared. */
  daily?: boolean | undefined
  sort?: BillSort | undefined
}

/** The filter is kept in the URL; an invalid value counts as not set. */
export function readBillFilter(search: URLSearchParams): BillFilter & Paging {
  const type = POINT_TYPES.find((it) => it === search.get('type'))
  const item = POINT_ITEMS.find((it) => it === search.get('item'))
  const account = RelationId.safeParse(search.get('account')).data
  const dates = readDateChoice(search)
  const sort = readSort(search, BILL_SORTS)
  return {
    ...(type && { type }),
    ...(item && { item }),
    ...(account && { account }),
    ...(dates && { dates }),
    ...(search.get('daily') === 'true' && { daily: true }),
    ...(sort && { sort }),
    ...readPaging(search),
  }
}

/** A new filter resets the page number and keeps the order. */
export function writeBillFilter({ type, item, account, dates, daily, sort, pageSize }: BillFilter & Paging) {
  const filter = writeQuery({ type, item, account, ...dateQuery(dates), daily: daily || undefined })
  return withSort(withPaging(filter, { page: 1, pageSize }), sort)
}

export const isFiltered = ({ type, item, account, dates }: BillFilter) =>
  [type, item, account, dates].some((value) => value !== undefined)

export function toBillFilter(
  { type, item, account, dates, daily }: BillFilter,
  now: Date,
  timeZone: string,
): PointBillFilter {
  return {
    ...(type && { type }),
    ...(item && { item }),
    ...(account && { subSourceId: account }),
    ...instantsOf(dates, now, timeZone),
    ...(daily && { daily }),
  }
}
