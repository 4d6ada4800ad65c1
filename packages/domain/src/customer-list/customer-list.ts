import type { Customer, CustomerFilter, CustomerId, CustomerItem, CustomerSort, RelationId, Seat } from '@ruwu/contract'
import { LongList } from '../long-list.ts'
import { compareItems } from './compare-items.ts'
import { toItem } from './customer-item.ts'
import { customerFits, fitsFilter, type ListViewer } from './fits-filter.ts'
import { insertionIndex, replaceSorted } from './replace-sorted.ts'

/** The newest known row and seat of a customer; either may be missing. */
type Known = { customer?: Customer | undefined; seat?: Seat | undefined }

/**
 * The loaded pages of a live list. A response can be older than events received before it, so updates of customers outside the list
 * are remembered and merged by version: the highest wins, whichever way it arrived.
 */
export type CustomerList = {
  /** In the order of the sort. */
  items: LongList<CustomerItem>
  /** End of the loaded part: the last page's last row; null: everything is loaded; undefined: nothing yet. */
  end: CustomerItem | null | undefined
  /** Known customers outside the loaded list, least recently updated first. */
  offList: ReadonlyMap<CustomerId, Known>
}

export type ListContext = { filter: CustomerFilter; sort: CustomerSort; me: ListViewer }

export type ListChange = {
  list: CustomerList
  /** Rows to fetch with `customerIds`, also when fetched before: they changed since. */
  missing: CustomerId[]
  /** Rows that left the list, in their new state. */
  left: CustomerItem[]
}

/** Bound of `offList`: more than change during one request. */
export const OFF_LIST_MAX = 1000

/** A list before its first page; also the start of a refetch. */
export const emptyList = (): CustomerList => ({ items: LongList.from([]), end: undefined, offList: new Map() })

/** Appends the next page, or the first. */
export function withNextPage(
  list: CustomerList,
  page: { items: readonly CustomerItem[]; nextCursor: string | null },
  context: ListContext,
): ListChange {
  const longer = { ...list, end: page.nextCursor === null ? null : (page.items.at(-1) ?? list.end) }
  // Customers beyond the old end may be before the new one.
  const hidden = [...list.offList].filter(([, known]) => belongs(longer, known, context))
  return change(longer, new Map([...hidden, ...updatesFrom(page.items)]), newer, context)
}

/** Applies rows fetched by id; rows beyond the loaded part stay hidden. */
export function withItems(list: CustomerList, items: readonly CustomerItem[], context: ListContext): ListChange {
  return change(list, updatesFrom(items), newer, context)
}

/** Applies a customer event's row. */
export function withCustomer(list: CustomerList, customer: Customer, context: ListContext): ListChange {
  return change(list, new Map([[customer.customerId, { customer }]]), newer, context)
}

/** Applies a seat event. */
export function withSeat(
  list: CustomerList,
  { customerId, seat }: { customerId: CustomerId; seat: Seat },
  context: ListContext,
): ListChange {
  return change(list, new Map([[customerId, { seat }]]), newer, context)
}

/** Optimistic change or its rollback: versions stay, so the server's next row wins. */
export function withOptimisticChange(
  list: CustomerList,
  customerId: CustomerId,
  guess: (item: CustomerItem) => CustomerItem,
  context: ListContext,
): ListChange {
  const item = findItem(list, customerId)
  if (!item) return { list, missing: [], left: [] }
  return change(list, updatesFrom([guess(item)]), (_known, news) => news, context)
}

/** A customer was erased: nothing of it stays known. */
export function withoutCustomer(list: CustomerList, customerId: CustomerId, context: ListContext): ListChange {
  const { list: shorter } = change(list, new Map([[customerId, {}]]), () => ({}), context)
  const offList = new Map(shorter.offList)
  offList.delete(customerId)
  return { list: { ...shorter, offList }, missing: [], left: [] }
}

/** An account's AI was switched off: one event stands for all its customers. */
export function withAccountOff(list: CustomerList, subSourceId: RelationId, context: ListContext): ListChange {
  const hosted = list.items.slice().filter((item) => item.subSourceId === subSourceId && item.enableAi)
  const off = { enableAi: false, receptionType: 'manual', aiOffReason: 'channel_off' } as const
  return change(list, updatesFrom(hosted.map((item) => ({ ...item, ...off }))), (_known, news) => news, context)
}

/** A known customer, in the list or not. */
export function findItem(list: CustomerList, customerId: CustomerId): CustomerItem | undefined {
  const known = list.offList.get(customerId)
  return known ? itemOf(known) : rowIndex(list.items).get(customerId)
}

const updatesFrom = (items: readonly CustomerItem[]): Map<CustomerId, Known> =>
  new Map(items.map((item) => [item.customerId, { customer: item, seat: item }]))

function itemOf({ customer, seat }: Known): CustomerItem | undefined {
  if (!customer || !seat) return undefined
  return isItem(customer, seat) ? customer : toItem(customer, seat)
}

/** Row and seat are the same object: no copy needed. */
const isItem = (customer: Customer, seat: Seat): customer is CustomerItem => Object.is(customer, seat)

function belongs(list: CustomerList, known: Known, { filter, sort, me }: ListContext): boolean {
  const item = itemOf(known)
  if (!item || list.end === undefined || !fitsFilter(item, filter, me)) return false
  return list.end === null || compareItems(sort, me.agentId)(item, list.end) <= 0
}

/** Takes the higher version of row and seat; the same object when nothing is newer. */
function newer(known: Known, { customer, seat }: Known): Known {
  const hasRow = customer !== undefined && customer.version > (known.customer?.version ?? -1)
  const hasSeat = seat !== undefined && seat.seatVersion > (known.seat?.seatVersion ?? -1)
  if (!hasRow && !hasSeat) return known
  return { customer: hasRow ? customer : known.customer, seat: hasSeat ? seat : known.seat }
}

/** Places each updated customer: into the list, or into `offList`. */
function change(
  list: CustomerList,
  news: ReadonlyMap<CustomerId, Known>,
  merge: (known: Known, news: Known) => Known,
  context: ListContext,
): ListChange {
  const shown = rowIndex(list.items)
  const moved = new Map<CustomerId, Known>()
  for (const [id, what] of news) {
    const item = shown.get(id)
    const before: Known = item ? { customer: item, seat: item } : (list.offList.get(id) ?? {})
    const now = merge(before, what)
    if (now !== before || (!item && belongs(list, now, context))) moved.set(id, now)
  }
  if (moved.size === 0) return { list, missing: [], left: [] }

  const offList = new Map(list.offList)
  const placed: CustomerItem[] = []
  const result = { missing: [] as CustomerId[], left: [] as CustomerItem[] }
  for (const [id, now] of moved) {
    const item = itemOf(now)
    offList.delete(id)
    if (item && belongs(list, now, context)) {
      placed.push(item)
      continue
    }
    offList.set(id, now)
    if (item && shown.has(id)) result.left.push(item)
    if (!item && mayBelong(now, context)) result.missing.push(id)
  }
  const compare = compareItems(context.sort, context.me.agentId)
  const taken = [...moved.keys()].flatMap((id) => shown.get(id) ?? [])
  const places = taken.map((item) => insertionIndex(list.items, item, compare))
  const items = replaceSorted(list.items, places, placed, compare)
  moveRowIndex(list.items, items, taken, placed)
  return { list: { ...list, items, offList: withoutOldest(offList) }, ...result }
}

type Rows = Map<CustomerId, CustomerItem>

const rowsByList = new WeakMap<CustomerList['items'], Rows>()

/** Index by customer id: a linear search over 100,000 rows per event is too slow. */
function rowIndex(items: CustomerList['items']): Rows {
  const known = rowsByList.get(items)
  if (known) return known
  const rows: Rows = new Map(items.slice().map((item) => [item.customerId, item]))
  rowsByList.set(items, rows)
  return rows
}

/** Transfers the index to the new list instead of rebuilding it; the old list is rarely read again. */
function moveRowIndex(
  before: CustomerList['items'],
  after: CustomerList['items'],
  taken: readonly CustomerItem[],
  placed: readonly CustomerItem[],
): void {
  const rows = rowIndex(before)
  rowsByList.delete(before)
  for (const { customerId } of taken) rows.delete(customerId)
  for (const item of placed) rows.set(item.customerId, item)
  rowsByList.set(after, rows)
}

/** The row or the seat is missing, and what is known passes the filter. */
const mayBelong = ({ customer }: Known, { filter, me }: ListContext) => !customer || customerFits(customer, filter, me)

function withoutOldest(offList: Map<CustomerId, Known>): Map<CustomerId, Known> {
  for (const oldest of offList.keys()) {
    if (offList.size <= OFF_LIST_MAX) break
    offList.delete(oldest)
  }
  return offList
}
