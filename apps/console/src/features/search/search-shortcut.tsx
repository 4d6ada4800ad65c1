import { lazy, Suspense, useEffect, useState } from 'react'
import { isDialogOpen, isComposing } from '../../browser/keyboard.ts'
import { whenIdle } from '../../browser/when-idle.ts'

// Loaded when idle: results use parts of the workbench.
const loadOverlay = async () => ({ default: (await import('./components/search-overlay.tsx')).SearchOverlay })
const SearchOverlay = lazy(loadOverlay)

const PRELOAD_AFTER_MS = 5000

let opener: (() => void) | undefined

/** For buttons. */
export const openSearch = () => opener?.()

/** Ctrl/⌘+K opens the search on every page. */
export function SearchShortcut() {
  const [isOpen, setIsOpen] = useState(false)
  // Preloaded, so that typing right after the shortcut loses no key.
  useEffect(() => whenIdle(() => void loadOverlay().catch(() => {}), PRELOAD_AFTER_MS), [])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isSearch = event.code === 'KeyK' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isSearch || isComposing(event)) return
      // Overrides the browser's own search shortcut.
      event.preventDefault()
      if (!isDialogOpen()) setIsOpen(true)
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
