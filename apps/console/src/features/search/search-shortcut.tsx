import { lazy, Suspense, useEffect, useState } from 'react'
import { isBehindDialog, isComposing } from '../../browser/keyboard.ts'
import { whenIdle } from '../../browser/when-idle.ts'

// Hits show customers' pictures: parts of the workbench come along, after everything that is needed at once.
const loadOverlay = async () => ({ default: (await import('./components/search-overlay.tsx')).SearchOverlay })
const SearchOverlay = lazy(loadOverlay)

const PRELOAD_AFTER_MS = 5000

let opener: (() => void) | undefined

/** For those without the keys. */
export const openSearch = () => opener?.()

/** Ctrl/⌘+K opens the search, wherever one is. */
export function SearchDoor() {
  const [isOpen, setIsOpen] = useState(false)
  // Whoever begins to type at once must find the box there.
  useEffect(() => whenIdle(() => void loadOverlay().catch(() => {}), PRELOAD_AFTER_MS), [])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isSearch = event.code === 'KeyK' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isSearch || isComposing(event)) return
      // The browser would go to its own search box.
      event.preventDefault()
      if (!isBehindDialog()) setIsOpen(true)
    }
    opener = () => setIsOpen(true)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      opener = undefined
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [])
  if (!isOpen) return null
  return (
    <Suspense fallback={null}>
      <SearchOverlay onClose={() => setIsOpen(false)} />
    </Suspense>
  )
}
