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

type Shown = { name: string; ids: readonly CustomerId[]; leaving: ReadonlySet<CustomerId>; held: number }

const NONE: ReadonlySet<CustomerId> = new Set()

/** The rows to draw: the list, what is just leaving it, and nothing that would move it while one reads. */
export function useShownRows({ list, listName, openId, isHeld, readVisible }: Options) {
  const [shown, setShown] = useState<Shown>({ name: listName, ids: [], leaving: NONE, held: 0 })
  const [gone, setGone] = useState(NONE)
  const byId = useMemo(() => new Map(list.items.map((item) => [item.customerId, item])), [list.items])

  const next = useMemo(
    () => nextShown(shown, { list, byId, listName, openId, isHeld, readVisible, gone }),
    [shown, list, byId, listName, openId, isHeld, readVisible, gone],
  )
  if (next !== shown) setShown(next)

  useLeaving(next.leaving, setGone)

  const rowOf = useCallback(
    (id: CustomerId): ShownRow | undefined => {
      const item = byId.get(id) ?? findItem(list, id)
      return item && { item, isLeaving: next.leaving.has(id) }
    },
    [byId, list, next.leaving],
  )
  return { ids: next.ids, held: next.held, rowOf }
}

type Input = Options & { byId: ReadonlyMap<CustomerId, CustomerItem>; gone: ReadonlySet<CustomerId> }

function nextShown(shown: Shown, { list, byId, listName, openId, isHeld, readVisible, gone }: Input): Shown {
  const live = list.items.map((item) => item.customerId)
  if (shown.name !== listName) return { name: listName, ids: live, leaving: NONE, held: 0 }
  const left = shown.ids.filter((id) => !byId.has(id) && findItem(list, id) !== undefined)
  const leaving = left.filter((id) => id !== openId && !gone.has(id))
  const kept = new Set(left.filter((id) => id === openId || !gone.has(id)))
  const { ids, held } = orderRows(shown.ids, { live, kept, visible: isHeld ? readVisible() : undefined })
  const isSame = held === shown.held && isEqual(ids, shown.ids) && isEqual(leaving, [...shown.leaving])
  return isSame ? shown : { name: listName, ids, leaving: new Set(leaving), held }
}

const isEqual = (a: readonly unknown[], b: readonly unknown[]) =>
  a.length === b.length && a.every((it, index) => it === b[index])

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
