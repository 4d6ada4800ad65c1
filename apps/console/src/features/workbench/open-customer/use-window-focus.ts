import { useSyncExternalStore } from 'react'

const events = ['focus', 'blur', 'visibilitychange'] as const

const subscribe = (listener: () => void) => {
  for (const event of events) {
    window.addEventListener(event, listener)
    document.addEventListener(event, listener)
  }
  return () => {
    for (const event of events) {
      window.removeEventListener(event, listener)
      document.removeEventListener(event, listener)
    }
  }
}

export const useWindowFocus = () => useSyncExternalStore(subscribe, () => document.hasFocus())
