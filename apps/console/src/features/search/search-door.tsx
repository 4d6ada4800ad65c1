import { lazy, Suspense, useEffect, useState } from 'react'
import { isBehindDialog, isComposing } from '../../keys.ts'

// Found hits show customers' pictures and times: the parts of the workbench come along only when somebody searches.
const SearchOverlay = lazy(async () => ({ default: (await import('./components/search-overlay.tsx')).SearchOverlay }))

let opener: (() => void) | undefined

/** For those without the keys. */
export const openSearch = () => opener?.()

/** Ctrl/⌘+K opens the search, wherever one is. */
export function SearchDoor() {
  const [isOpen, setIsOpen] = useState(false)
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
