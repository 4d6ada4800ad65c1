import { useSyncExternalStore } from 'react'
import { browserStorage } from '../browser/storage.ts'

export const THEME_MODES = ['system', 'light', 'dark'] as const
type ThemeMode = (typeof THEME_MODES)[number]

// public/theme.js reads the same key before the first paint.
const KEY = 'ruwu.theme'
const systemDark = window.matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

let mode: ThemeMode = THEME_MODES.find((it) => it === browserStorage.get(KEY)) ?? 'system'

const schemeOf = (mode: ThemeMode) =>
  mode === 'dark' || (mode === 'system' && systemDark.matches) ? ('dark' as const) : ('light' as const)

function apply() {
  document.documentElement.dataset.theme = schemeOf(mode)
  for (const listener of listeners) listener()
}

systemDark.addEventListener('change', apply)

export function setThemeMode(next: ThemeMode) {
  mode = next
  browserStorage.set(KEY, next)
  apply()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useThemeMode = () => useSyncExternalStore(subscribe, () => mode)

/** The effective scheme: the choice, or the system's. */
export const useColorScheme = () => useSyncExternalStore(subscribe, () => schemeOf(mode))
