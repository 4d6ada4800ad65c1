import { useEffect, useState } from 'react'
import { isDialogOpen, isComposing } from '../../browser/keyboard.ts'
import { onDemand, usePreload } from '../../rendering/on-demand.tsx'
import type { SearchTab } from './search-query.ts'

// Loaded when idle: results use parts of the workbench.
const SearchOverlay = onDemand(async () => (await import('./components/search-overlay.tsx')).SearchOverlay, {
  holdsKeys: true,
})

export type SearchStart = { keyword?: string; tab?: SearchTab }

let opener: ((start: SearchStart) => void) | undefined

/** For buttons; with the words and the tab to start with. */
export const openSearch = (start: SearchStart = {}) => opener?.(start)

/** Ctrl/⌘+K opens the search on every page. */
export function SearchShortcut() {
  const [start, setStart] = useState<SearchStart>()
  // Preloaded, so that typing right after the shortcut loses no key.
  usePreload(SearchOverlay)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isSearch = event.code === 'KeyK' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isSearch || isComposing(event)) return
      // Overrides the browser's own search shortcut.
      event.preventDefault()
      if (!isDialogOpen()) setStart({})
    }
    opener = setStart
    document.addEventListener('keydown', onKeyDown)
    return () => {
      opener = undefined
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [])
  return start && <SearchOverlay start={start} onClose={() => setStart(undefined)} />
}
