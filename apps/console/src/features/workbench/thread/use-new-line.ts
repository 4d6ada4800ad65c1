import type { CustomerDetail } from '@ruwu/contract'
import { useEffect, useRef } from 'react'
import { threadStore } from './thread-store.ts'

/**
 * Places 以下为新消息 before messages unread when the thread was opened, and before those that arrive while the window is
 * unfocused.
 */
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
      // Nothing arrived meanwhile: the line is removed.
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
