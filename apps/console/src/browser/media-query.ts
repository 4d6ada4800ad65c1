import { useSyncExternalStore } from 'react'

function createMedia(query: string): () => boolean {
  const media = window.matchMedia(query)
  const subscribe = (listener: () => void) => {
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(subscribe, () => media.matches)
}

// The same widths as in the style sheets.

/** Where a table has no room and becomes a list. */
export const useIsPhone = createMedia('(max-width: 767px)')

/** Where three panes have room beside each other. */
export const useIsWide = createMedia('(min-width: 1280px)')
