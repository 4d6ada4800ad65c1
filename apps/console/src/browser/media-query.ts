import { useSyncExternalStore } from 'react'

function createMedia(query: string): () => boolean {
  const media = window.matchMedia(query)
  const subscribe = (listener: () => void) => {
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(subscribe, () => media.matches)
}

// The breakpoints of the style sheets.

/** Below this width tables become lists of cards. */
export const useIsPhone = createMedia('(max-width: 767px)')

/** From this width the three panes stand side by side. */
export const useIsWide = createMedia('(min-width: 1280px)')
