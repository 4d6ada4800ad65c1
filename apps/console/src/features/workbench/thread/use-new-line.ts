import type { CustomerDetail } from '@ruwu/contract'
import { useEffect, useRef } from 'react'
import { threadStore } from './thread-store.ts'

/** Puts 以下为新消息 where one stopped reading: before what was unread at the opening, and before what comes while one is away. */
export function useNewLine({ customerId, unread, readSeq, lastSeq }: CustomerDetail, isLoaded: boolean) {
  const newest = useRef(lastSeq)
  useEffect(() => {
    newest.current = lastSeq
  })
  const atOpening = useRef(unread > 0 ? readSeq : null)
  useEffect(() => {
    if (isLoaded) threadStore.setNewSince(customerId, atOpening.current)
  }, [customerId, isLoaded])

  useEffect(() => {
    const onBlur = () => threadStore.setNewSince(customerId, newest.current)
    const onFocus = () => {
      const { newSince, messages = [] } = threadStore.find(customerId)?.state ?? {}
      // Nothing came: the next words are seen as they come.
      if ((messages.at(-1)?.seq ?? 0) <= (newSince ?? 0)) threadStore.setNewSince(customerId, null)
    }
    window.addEventListener('blur', onBlur)
    window.addEventListener('focus', onFocus)
    return () => {
      window.removeEventListener('blur', onBlur)
      window.removeEventListener('focus', onFocus)
    }
  }, [customerId])
}
