import { useSyncExternalStore } from 'react'

// The same width as in the style sheets.
const phone = window.matchMedia('(max-width: 767px)')

const subscribe = (listener: () => void) => {
  phone.addEventListener('change', listener)
  return () => phone.removeEventListener('change', listener)
}

/** Where a table has no room and becomes a list. */
export const useIsPhone = () => useSyncExternalStore(subscribe, () => phone.matches)
