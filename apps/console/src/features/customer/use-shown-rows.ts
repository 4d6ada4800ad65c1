import type { CustomerId, CustomerItem } from '@ruwu/contract'
import { findItem, type CustomerList } from '@ruwu/domain'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { orderRows } from './row-order.ts'

/** How long a row that no longer fits stays, and how long its going takes. */
export const LEAVE_AFTER_MS = 2000
const LEAVE_MS = 180

export type ShownRow = { item: CustomerItem; isLeaving: boolean }

type Options = {
  list: CustomerList
  /** Another one begins anew: nothing stays from the list before. */
  listName: string
  openId: CustomerId | undefined
  /** Whether rows stay where they are, and which ones one sees. */
  isHeld: boolean
  readVisible: () => readonly CustomerId[]
}

type Input = Pick<Options, 'list' | 'listName' | 'openId' | 'isHeld'> & { gone: ReadonlySet<CustomerId> }

type Shown = { from: Input | undefined; ids: readonly CustomerId[]; leaving: ReadonlySet<CustomerId>; held: number }

const NONE: ReadonlySet<CustomerId> = new Set()
const NOTHING: Shown = { from: undefined, ids: [], leaving: NONE, held: 0 }

/** The rows to draw: the list, what is just leaving it, and nothing that would move it while one reads. */
export function useShownRows({ list, listName, openId, isHeld, readVisible }: Options) {
  const [shown, setShown] = useState(NOTHING)
  const [gone, setGone] = useState(NONE)
  const input = useMemo<Input>(() => ({ list, listName, openId, isHeld, gone }), [list, listName, openId, isHeld, gone])
  const next = shown.from === input ? shown : nextShown(shown, input, readVisible)
  if (next !== shown) setShown(next)

  useLeaving(next.leaving, setGone)

  const { leaving } = next
  const rowOf = useCallback(
    (id: CustomerId, place: number): ShownRow | undefined => {
      const item = list.heard.has(id) ? findItem(list, id) : nearest(list.items, id, place)
      return item && { item, isLeaving: leaving.has(id) }
    },
    [list, leaving],
  )
  return { ids: next.ids, held: next.held, rowOf }
}

function nextShown(shown: Shown, from: Input, readVisible: Options['readVisible']): Shown {
  const { list, listName, openId, isHeld, gone } = from
  const live = idsOf(list.items, shown.from?.list.items)
  if (shown.from?.listName !== listName) return { from, ids: live, leaving: NONE, held: 0 }
  // Who is not in the list any more is still heard of.
  const left = list.heard.size > 0 ? shown.ids.filter((id) => list.heard.has(id) && findItem(list, id)) : []
  const leaving = left.filter((id) => id !== openId && !gone.has(id))
  const kept = new Set(left.filter((id) => id === openId || !gone.has(id)))
  const { ids, held } = orderRows(shown.ids, { live, kept, visible: isHeld ? readVisible() : undefined })
  return {
    from,
    ids: isEqual(ids, shown.ids) ? shown.ids : ids,
    leaving: isEqual(leaving, [...shown.leaving]) ? shown.leaving : new Set(leaving),
    held,
  }
}

/** A row drawn at one place stands there in the list as well, or not far from it while the order is held. */
function nearest(items: CustomerList['items'], id: CustomerId, place: number): CustomerItem | undefined {
  for (let far = 0; far < items.length; far += 1) {
    const found = [items[place - far], items[place + far]].find((item) => item?.customerId === id)
    if (found) return found
  }
  return undefined
}

const known = new WeakMap<CustomerList['items'], readonly CustomerId[]>()

/** The same ids for the same rows, so that what is known of their places stays. */
function idsOf(items: CustomerList['items'], before: CustomerList['items'] = []): readonly CustomerId[] {
  const ids = known.get(items) ?? idsAfter(items, before, known.get(before) ?? [])
  known.set(items, ids)
  return ids
}

/** From those of the list before only what was added or moved is read anew: a page or an event is little of a long list. */
function idsAfter(
  items: CustomerList['items'],
  before: CustomerList['items'],
  ids: readonly CustomerId[],
): readonly CustomerId[] {
  const most = Math.min(items.length, ids.length)
  let head = 0
  while (head < most && items[head] === before[head]) head += 1
  let tail = 0
  while (tail < most - head && items[items.length - 1 - tail] === before[before.length - 1 - tail]) tail += 1
  const between = items.slice(head, items.length - tail).map((item) => item.customerId)
  const first = head === ids.length ? ids : ids.slice(0, head)
  return first.concat(between, ids.slice(ids.length - tail))
}

function isEqual(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a === b || (a.length === b.length && a.every((it, index) => it === b[index]))
}

/** Lets rows go when their time is over; one that came back meanwhile starts anew the next time. */
function useLeaving(
  leaving: ReadonlySet<CustomerId>,
  setGone: (change: (old: ReadonlySet<CustomerId>) => ReadonlySet<CustomerId>) => void,
) {
  const timers = useRef(new Map<CustomerId, ReturnType<typeof setTimeout>>())
  useEffect(() => {
    for (const id of leaving) {
      if (timers.current.has(id)) continue
      const timer = setTimeout(() => setGone((old) => new Set([...old, id])), LEAVE_AFTER_MS + LEAVE_MS)
      timers.current.set(id, timer)
    }
    for (const [id, timer] of timers.current) {
      if (leaving.has(id)) continue
      clearTimeout(timer)
      timers.current.delete(id)
      setGone((old) => (old.has(id) ? new Set([...old].filter((it) => it !== id)) : old))
    }
  }, [leaving, setGone])
  useEffect(() => {
    const running = timers.current
    return () => {
      for (const timer of running.values()) clearTimeout(timer)
      running.clear()
    }
  }, [])
}
