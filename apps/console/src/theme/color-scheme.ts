import { createStore, useStore } from '@ruwu/ui/store.ts'
import { browserStorage } from '../browser/storage.ts'

export const THEME_MODES = ['system', 'light', 'dark'] as const
type ThemeMode = (typeof THEME_MODES)[number]

// public/theme.js reads the same key before the first paint.
const KEY = 'ruwu.theme'
const systemDark = window.matchMedia('(prefers-color-scheme: dark)')
const savedMode: ThemeMode = THEME_MODES.find((it) => it === browserStorage.get(KEY)) ?? 'system'

const theme = createStore(withScheme(savedMode))

function withScheme(mode: ThemeMode) {
  const isDark = mode === 'dark' || (mode === 'system' && systemDark.matches)
  return { mode, scheme: isDark ? ('dark' as const) : ('light' as const) }
}

function apply(mode: ThemeMode) {
  const next = withScheme(mode)
  document.documentElement.dataset.theme = next.scheme
  theme.set(next)
}

systemDark.addEventListener('change', () => apply(theme.get().mode))

export function setThemeMode(mode: ThemeMode) {
  browserStorage.set(KEY, mode)
  apply(mode)
}

export const useThemeMode = () => useStore(theme, ({ mode }) => mode)

/** The effective scheme: the choice, or the system's. */
export const useColorScheme = () => useStore(theme, ({ scheme }) => scheme)
