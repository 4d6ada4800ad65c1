import type { Customer, CustomerFilter, CustomerId, CustomerItem, CustomerSort, RelationId, Seat } from '@ruwu/contract'
import { LongList } from '../long-list.ts'
import { compareItems } from './compare-items.ts'
import { toItem } from './customer-item.ts'
import { customerFits, fitsFilter, type ListViewer } from './fits-filter.ts'
import { placeOf, rearranged } from './replace-sorted.ts'

/** What is known of a customer: the newest row and the newest seat, either of which may be missing. */
type Known = { customer?: Customer | undefined; seat?: Seat | undefined }

/**
 * The loaded part of a list that changes meanwhile. Pages and answers are often older than events that came before them, so what
 * was heard of customers who are not shown is remembered: newer wins, whichever way it came.
 */
export type CustomerList = {
  /** In the order of the sort. */
  items: LongList<CustomerItem>
  /** Up to where it is loaded: the last row of the last page as it was answered; null: everything; undefined: nothing yet. */
  end: CustomerItem | null | undefined
  /** Customers who are not shown; the last heard of stand last. */
  heard: ReadonlyMap<CustomerId, Known>
}

export type ListContext = { filter: CustomerFilter; sort: CustomerSort; me: ListViewer }

export type ListChange = {
  list: CustomerList
  /** Ask for these with `customerIds`, also when they were asked for before: something happened since. */
  missing: CustomerId[]
  /** Rows that were shown and no longer belong to the loaded part, as they are now. */
  left: CustomerItem[]
}

/** More customers than ever change while one answer is on its way. */
export const HEARD_MAX = 1000

/** What a list is while its first page is on its way; a refetch begins with it as well. */
export const freshList = (): CustomerList => ({ items: LongList.from([]), end: undefined, heard: new Map() })

/** The next page, or the first one of a fresh list. */
export function withNextPage(
  list: CustomerList,
  page: { items: readonly CustomerItem[]; nextCursor: string | null },
  context: ListContext,
): ListChange {
  const longer = { ...list, end: page.nextCursor === null ? null : (page.items.at(-1) ?? list.end) }
  // Whoever moved beyond the old end may lie before the new one.
  const hidden = [...list.heard].filter(([, known]) => belongs(longer, known, context))
  return change(longer, new Map([...hidden, ...newsOf(page.items)]), newer, context)
}

/** Rows the server answered one by one; the loaded part decides whether they are shown. */
export function withItems(list: CustomerList, items: readonly CustomerItem[], context: ListContext): ListChange {
  return change(list, newsOf(items), newer, context)
}

/** What an event says of a customer. */
export function withCustomer(list: CustomerList, customer: Customer, context: ListContext): ListChange {
  return change(list, new Map([[customer.customerId, { customer }]]), newer, context)
}

/** What an event says of the agent's own seat. */
export function withSeat(
  list: CustomerList,
  { customerId, seat }: { customerId: CustomerId; seat: Seat },
  context: ListContext,
): ListChange {
  return change(list, new Map([[customerId, { seat }]]), newer, context)
}

/** A change the server has not confirmed yet, or its undoing: the versions stay, so whatever the server says next wins. */
export function withGuess(
  list: CustomerList,
  customerId: CustomerId,
  guess: (item: CustomerItem) => CustomerItem,
  context: ListContext,
): ListChange {
  const item = findItem(list, customerId)
  if (!item) return { list, missing: [], left: [] }
  return change(list, newsOf([guess(item)]), (_known, news) => news, context)
}

/** An account's switch was turned off, of which each customer of the AI is not told one by one. */
export function withAccountOff(list: CustomerList, subSourceId: RelationId, context: ListContext): ListChange {
  const hosted = list.items.slice().filter((item) => item.subSourceId === subSourceId && item.enableAi)
  const off = { enableAi: false, receptionType: 'manual', aiOffReason: 'channel_off' } as const
  return change(list, newsOf(hosted.map((item) => ({ ...item, ...off }))), (_known, news) => news, context)
}

/** A customer as far as the list knows them, shown or not. */
export function findItem(list: CustomerList, customerId: CustomerId): CustomerItem | undefined {
  const known = list.heard.get(customerId)
  return known ? itemOf(known) : rowsOf(list.items).get(customerId)
}

const newsOf = (items: readonly CustomerItem[]): Map<CustomerId, Known> =>
  new Map(items.map((item) => [item.customerId, { customer: item, seat: item }]))

function itemOf({ customer, seat }: Known): CustomerItem | undefined {
  if (!customer || !seat) return undefined
  return isItem(customer, seat) ? customer : toItem(customer, seat)
}

/** Both halves are the same row: it needs no copy. */
const isItem = (customer: Customer, seat: Seat): customer is CustomerItem => Object.is(customer, seat)

function belongs(list: CustomerList, known: Known, { filter, sort, me }: ListContext): boolean {
  const item = itemOf(known)
  if (!item || list.end === undefined || !fitsFilter(item, filter, me)) return false
  return list.end === null || compareItems(sort)(item, list.end) <= 0
}

/** Of each part the newer one; the same object when there is nothing new. */
function newer(known: Known, { customer, seat }: Known): Known {
  const hasRow = customer !== undefined && customer.version > (known.customer?.version ?? -1)
  const hasSeat = seat !== undefined && seat.seatVersion > (known.seat?.seatVersion ?? -1)
  if (!hasRow && !hasSeat) return known
  return { customer: hasRow ? customer : known.customer, seat: hasSeat ? seat : known.seat }
}

/** Puts every customer of the news where they belong now: into the list, or among those only heard of. */
function change(
  list: CustomerList,
  news: ReadonlyMap<CustomerId, Known>,
  merge: (known: Known, news: Known) => Known,
  context: ListContext,
): ListChange {
  const shown = rowsOf(list.items)
  const moved = new Map<CustomerId, Known>()
  for (const [id, what] of news) {
    const item = shown.get(id)
    const before: Known = item ? { customer: item, seat: item } : (list.heard.get(id) ?? {})
    const now = merge(before, what)
    if (now !== before || (!item && belongs(list, now, context))) moved.set(id, now)
  }
  if (moved.size === 0) return { list, missing: [], left: [] }

  const heard = new Map(list.heard)
  const placed: CustomerItem[] = []
  const result = { missing: [] as CustomerId[], left: [] as CustomerItem[] }
  for (const [id, now] of moved) {
    const item = itemOf(now)
    heard.delete(id)
    if (item && belongs(list, now, context)) {
      placed.push(item)
      continue
    }
    heard.set(id, now)
    if (item && shown.has(id)) result.left.push(item)
    if (!item && mayBelong(now, context)) result.missing.push(id)
  }
  const compare = compareItems(context.sort)
  const taken = [...moved.keys()].flatMap((id) => shown.get(id) ?? [])
  const places = taken.map((item) => placeOf(list.items, item, compare))
  const items = rearranged(list.items, places, placed, compare)
  handOn(list.items, items, taken, placed)
  return { list: { ...list, items, heard: withoutOldest(heard) }, ...result }
}

type Rows = Map<CustomerId, CustomerItem>

const rowsByList = new WeakMap<CustomerList['items'], Rows>()

/** The rows by customer: a list of a hundred thousand is not searched through for each event. */
function rowsOf(items: CustomerList['items']): Rows {
  const known = rowsByList.get(items)
  if (known) return known
  const rows: Rows = new Map(items.slice().map((item) => [item.customerId, item]))
  rowsByList.set(items, rows)
  return rows
}

/** The newest list goes on with what was known of the one before, which nearly nobody asks again. */
function handOn(
  before: CustomerList['items'],
  after: CustomerList['items'],
  taken: readonly CustomerItem[],
  placed: readonly CustomerItem[],
): void {
  const rows = rowsOf(before)
  rowsByList.delete(before)
  for (const { customerId } of taken) rows.delete(customerId)
  for (const item of placed) rows.set(item.customerId, item)
  rowsByList.set(after, rows)
}

/** Half of what there is to know, and nothing in it speaks against showing the customer. */
const mayBelong = ({ customer }: Known, { filter, me }: ListContext) => !customer || customerFits(customer, filter, me)

function withoutOldest(heard: Map<CustomerId, Known>): Map<CustomerId, Known> {
  for (const oldest of heard.keys()) {
    if (heard.size <= HEARD_MAX) break
    heard.delete(oldest)
  }
  return heard
}
