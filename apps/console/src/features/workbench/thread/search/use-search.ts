import type { CustomerId } from '@ruwu/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { showError } from '../../../../api/show-error.ts'
import { isDialogOpen, isComposing } from '../../../../browser/keyboard.ts'
import { threadStore } from '../thread-store.ts'
import { NO_CRITERIA, type SearchCriteria } from './search-criteria.ts'
import type { Hit } from './thread-search.tsx'

/** State of the search in the open thread: closed without criteria. Ctrl/⌘+F opens it. */
export function useSearch(customerId: CustomerId) {
  const [criteria, setCriteria] = useState<SearchCriteria>()
  const opener = useRef<Element>(null)
  const isOpen = criteria !== undefined
  const open = useCallback(() => {
    if (!isOpen) opener.current = document.activeElement
    setCriteria((old) => old ?? NO_CRITERIA)
  }, [isOpen])
  // Restores the focus on close.
  const close = useCallback(() => {
    setCriteria(undefined)
    if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isFind = event.code === 'KeyF' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isFind || isComposing(event) || isDialogOpen()) return
      event.preventDefault()
      open()
      document.querySelector<HTMLInputElement>('[data-thread-keyword] input, input[data-thread-keyword]')?.select()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [open])
  const show = useCallback(({ seq }: Hit) => void threadStore.goTo(customerId, seq).catch(showError), [customerId])
  return { criteria, open, show, change: setCriteria, close }
}
