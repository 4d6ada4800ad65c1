import type { CustomerId, CustomerItem } from '@ruwu/contract'
import { findItem, LongList, type CustomerList } from '@ruwu/domain'
import { orderRows } from './row-order.ts'

type Items = CustomerList['items']
type Ids = LongList<CustomerId>

export type ShownInput = {
  list: CustomerList
  /** Another one begins anew: nothing stays from the list before. */
  listName: string
  openId: CustomerId | undefined
  /** Whether rows stay where they are. */
  isHeld: boolean
  /** Whose time to leave is over. */
  gone: ReadonlySet<CustomerId>
}

/** The rows that are drawn: some of the list, and those kept though they are no longer in it. */
export type Shown = {
  from: ShownInput | undefined
  ids: Ids
  kept: ReadonlySet<CustomerId>
  leaving: ReadonlySet<CustomerId>
  held: number
}

export const NOBODY: ReadonlySet<CustomerId> = new Set()
export const NOTHING: Shown = { from: undefined, ids: LongList.from([]), kept: NOBODY, leaving: NOBODY, held: 0 }

export function nextShown(shown: Shown, from: ShownInput, readVisible: () => readonly CustomerId[]): Shown {
  const { list, listName, openId, isHeld, gone } = from
  const before = shown.from?.list.items
  const live = idsOf(list.items, before)
  if (shown.from?.listName !== listName) return { from, ids: live, kept: NOBODY, leaving: NOBODY, held: 0 }
  // Where a page was only added nobody left.
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

/** Those who are not in the list any more; they are still heard of. */
function leftOf(list: CustomerList, drawn: Iterable<CustomerId>): CustomerId[] {
  const left: CustomerId[] = []
  if (list.heard.size === 0) return left
  for (const id of drawn) if (list.heard.has(id) && findItem(list, id)) left.push(id)
  return left
}

/** A row drawn at one place stands there in the list as well, or not far from it while the order is held. */
export function nearest(items: Items, id: CustomerId, place: number): CustomerItem | undefined {
  for (let far = 0; far < items.length; far += 1) {
    const found = [items.at(place - far), items.at(place + far)].find((item) => item?.customerId === id)
    if (found) return found
  }
  return undefined
}

const known = new WeakMap<Items, Ids>()

/** The same ids for the same rows, so that what is known of their places stays. */
function idsOf(items: Items, before: Items | undefined): Ids {
  const idsBefore = before && known.get(before)
  const ids = known.get(items) ?? (idsBefore ? idsAfter(items, before, idsBefore) : LongList.from(read(items.slice())))
  known.set(items, ids)
  return ids
}

/** From those of the list before only what was added or moved is read anew: a page or an event is little of a long list. */
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
