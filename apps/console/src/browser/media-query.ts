import { useSyncExternalStore } from 'react'

function createMedia(query: string): () => boolean {
  let media: MediaQueryList | undefined
  // On first use, not on import: modules must load without a browser.
  const open = () => (media ??= window.matchMedia(query))
  const subscribe = (listener: () => void) => {
    const opened = open()
    opened.addEventListener('change', listener)
    return () => opened.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(subscribe, () => open().matches)
}

// The breakpoints of the style sheets.

/** Below this width tables become lists of cards. */
export const useIsPhone = createMedia('(max-width: 767px)')

/** From this width the three panes stand side by side. */
export const useIsWide = createMedia('(min-width: 1280px)')
