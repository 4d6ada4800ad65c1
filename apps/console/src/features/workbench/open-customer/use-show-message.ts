import type { CustomerId } from '@ruwu/contract'
import { useEffect, useState } from 'react'
import { showError } from '../../../api/show-error.ts'
import { threadStore } from '../thread/thread-store.ts'

/** Scrolls to a message of the open thread, once nothing covers it. */
export function useShowMessage(customerId: CustomerId, isCovered: boolean): (seq: number) => void {
  const [wanted, setWanted] = useState<number>()
  useEffect(() => {
    if (wanted === undefined || isCovered) return undefined
    // A hidden element has no size before the next frame, and cannot be scrolled.
    const frame = requestAnimationFrame(() => {
      setWanted(undefined)
      threadStore.goTo(customerId, wanted).catch(showError)
    })
    return () => cancelAnimationFrame(frame)
  }, [customerId, wanted, isCovered])
  return setWanted
}
