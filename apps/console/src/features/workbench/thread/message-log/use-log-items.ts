import type { AgentId } from '@ruwu/contract'
import { addDays, startOfDay, threadRows, zonedTime, type ThreadState } from '@ruwu/domain'
import { useEffect, useMemo, useState } from 'react'
import { logItems, shiftOf, type LogItem } from './log-items.ts'

/** Virtuoso's firstItemIndex, large enough to prepend older messages. */
const FIRST_PLACE = 10_000_000

/** The list items and the index of the first one. */
export function useLogItems(state: ThreadState, windowId: number, timeZone: string, meId: AgentId | undefined) {
  const now = useToday(timeZone)
  const items = useMemo(() => logItems(threadRows(state, now, timeZone, meId)), [state, now, timeZone, meId])
  const [placed, setPlaced] = useState<{ windowId: number; items: LogItem[]; first: number }>({
    windowId,
    items,
    first: FIRST_PLACE,
  })
  if (placed.items === items && placed.windowId === windowId) return { items, first: placed.first }
  const first = placed.windowId === windowId ? placed.first + shiftOf(placed.items, items) : FIRST_PLACE
  setPlaced({ windowId, items, first })
  return { items, first }
}

/** Changes at midnight: 今天 becomes 昨天. */
function useToday(timeZone: string): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const midnight = startOfDay(addDays(zonedTime(now, timeZone), 1), timeZone)
    const timer = setTimeout(() => setNow(new Date()), midnight.getTime() - Date.now() + 1000)
    return () => clearTimeout(timer)
  }, [now, timeZone])
  return now
}
