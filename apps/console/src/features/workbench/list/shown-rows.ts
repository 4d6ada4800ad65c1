import type { CustomerId, CustomerItem } from '@ruwu/contract'
import { findItem, LongList, type CustomerList } from '@ruwu/domain'
import { orderRows } from './row-order.ts'

type Items = CustomerList['items']
type Ids = LongList<CustomerId>

export type ShownInput = {
  list: CustomerList
  /** A new name resets: nothing is kept from another list. */
  listName: string
  openId: CustomerId | undefined
  /** Whether the order is held. */
  isHeld: boolean
  /** Removed rows whose delay is over. */
  gone: ReadonlySet<CustomerId>
}

/** The rendered rows: rows of the list, and kept rows that are no longer in it. */
export type Shown = {
  from: ShownInput | undefined
  ids: Ids
  kept: ReadonlySet<CustomerId>
  leaving: ReadonlySet<CustomerId>
  held: number
}

export const NO_CUSTOMERS: ReadonlySet<CustomerId> = new Set()
export const NO_ROWS: Shown = {
  from: undefined,
  ids: LongList.from([]),
  kept: NO_CUSTOMERS,
  leaving: NO_CUSTOMERS,
  held: 0,
}

export function nextShown(shown: Shown, from: ShownInput, readVisible: () => readonly CustomerId[]): Shown {
  const { list, listName, openId, isHeld, gone } = from
  const before = shown.from?.list.items
  const live = idsOf(list.items, before)
  if (shown.from?.listName !== listName) return { from, ids: live, kept: NO_CUSTOMERS, leaving: NO_CUSTOMERS, held: 0 }
  // When only a page was appended no row was removed.
  const left = leftOf(list, before?.isBeginningOf(list.items) ? shown.kept : shown.ids)
  const leaving = left.filter((id) => id !== openId && !gone.has(id))
  const kept = new Set(left.filter((id) => id === openId || !gone.has(id)))
  const { ids, held } = orderRows(shown.ids, { live, kept, visible: isHeld ? readVisible() : undefined })
  return {
    from,
    ids: ids.length === shown.ids.length && ids.isBeginningOf(shown.ids) ? shown.ids : ids,
    kept,
    leaving: isEqual(leaving, [...shown.leaving]) ? shown.leaving : new Set(leaving),
    held,
  }
}

/** Rows no longer in the list. */
function leftOf(list: CustomerList, drawn: Iterable<CustomerId>): CustomerId[] {
  const left: CustomerId[] = []
  if (list.offList.size === 0) return left
  for (const id of drawn) if (list.offList.has(id) && findItem(list, id)) left.push(id)
  return left
}

/** A row's index in the list equals its rendered index, or is near it while the order is held or rows that left are kept above it. */
export function nearest(items: Items, id: CustomerId, place: number): CustomerItem | undefined {
  for (let far = 0; far <= Math.max(place, items.length); far += 1) {
    const found = [items.at(place - far), items.at(place + far)].find((item) => item?.customerId === id)
    if (found) return found
  }
  return undefined
}

const known = new WeakMap<Items, Ids>()

/** The same ids object for the same rows, so that memoised indexes stay valid. */
function idsOf(items: Items, before: Items | undefined): Ids {
  const idsBefore = before && known.get(before)
  const ids = known.get(items) ?? (idsBefore ? idsAfter(items, before, idsBefore) : LongList.from(read(items.slice())))
  known.set(items, ids)
  return ids
}

/** Incremental: only added or moved rows are read, because a page or an event changes little of a long list. */
function idsAfter(items: Items, before: Items, ids: Ids): Ids {
  const head = items.sameStart(before)
  const most = Math.min(items.length, before.length) - head
  let tail = 0
  while (tail < most && items.at(items.length - 1 - tail) === before.at(before.length - 1 - tail)) tail += 1
  return ids.replaced(head, before.length - tail, read(items.slice(head, items.length - tail)))
}

const read = (items: readonly CustomerItem[]) => items.map((item) => item.customerId)

function isEqual(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((it, index) => it === b[index])
}
