import type { CustomerId, CustomerItem } from '@ruwu/contract'
import { findItem } from '@ruwu/domain'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { nearest, nextShown, NO_CUSTOMERS, NO_ROWS, type ShownInput } from './shown-rows.ts'

/** How long a row that no longer matches stays, and the duration of its exit animation. */
const LEAVE_AFTER_MS = 2000
const LEAVE_MS = 180

export type ShownRow = { item: CustomerItem; isLeaving: boolean }

type Options = Omit<ShownInput, 'gone'> & {
  /** The rows in the viewport. */
  readVisible: () => readonly CustomerId[]
}

/** The rows to render: the list, rows just leaving it, and no reordering while it is held. */
export function useShownRows({ list, listName, openId, isHeld, readVisible }: Options) {
  const [shown, setShown] = useState(NO_ROWS)
  const [gone, setGone] = useState(NO_CUSTOMERS)
  const input = useMemo<ShownInput>(
    () => ({ list, listName, openId, isHeld, gone }),
    [list, listName, openId, isHeld, gone],
  )
  const next = shown.from === input ? shown : nextShown(shown, input, readVisible)
  if (next !== shown) setShown(next)

  useLeaving(next.leaving, setGone)

  const { leaving } = next
  const rowOf = useCallback(
    (id: CustomerId, place: number): ShownRow | undefined => {
      const item = list.offList.has(id) ? findItem(list, id) : nearest(list.items, id, place)
      return item && { item, isLeaving: leaving.has(id) }
    },
    [list, leaving],
  )
  return { ids: next.ids, held: next.held, rowOf }
}

/** Removes rows after their delay; a row that came back meanwhile starts a new delay next time. */
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
