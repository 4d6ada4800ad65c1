import type { CustomerId } from '@ruwu/contract'
import { useEffect, useState } from 'react'
import { showError } from '../../../api/show-error.ts'
import { threadStore } from '../thread/thread-store.ts'

/** Goes to a message of the open conversation, as soon as nothing covers it any more. */
export function useShowMessage(customerId: CustomerId, isCovered: boolean): (seq: number) => void {
  const [wanted, setWanted] = useState<number>()
  useEffect(() => {
    if (wanted === undefined || isCovered) return undefined
    // What was hidden has no size before it is drawn, and cannot be scrolled.
    const frame = requestAnimationFrame(() => {
      setWanted(undefined)
      threadStore.goTo(customerId, wanted).catch(showError)
    })
    return () => cancelAnimationFrame(frame)
  }, [customerId, wanted, isCovered])
  return setWanted
}
