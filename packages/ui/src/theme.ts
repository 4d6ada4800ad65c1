import { theme, type ThemeConfig } from 'antd'
import { dark, light } from './theme-values.ts'

type ColorScheme = 'light' | 'dark'

const SEEDS = ['colorPrimary', 'colorInfo', 'colorSuccess', 'colorWarning', 'colorError', 'colorLink'] as const

type Algorithm = typeof theme.darkAlgorithm

// antd's dark algorithm dims seed colours (#ff4459 becomes #dc3d4f); ours are already chosen for dark.
const keepSeeds: Algorithm = (seed, map) => ({
  ...(map ?? theme.darkAlgorithm(seed)),
  ...Object.fromEntries(SEEDS.map((name) => [name, seed[name]])),
})

const pick = (from: object, name: string) => (from as Record<string, object | undefined>)[name]

function merge(base: object, over: object) {
  const names = new Set([...Object.keys(base), ...Object.keys(over)])
  return Object.fromEntries([...names].map((name) => [name, { ...pick(base, name), ...pick(over, name) }]))
}

const cssVar = { key: 'ruwu' }

const lightTheme: ThemeConfig = { cssVar, algorithm: theme.defaultAlgorithm, ...light }

const darkTheme: ThemeConfig = {
  cssVar,
  algorithm: [theme.darkAlgorithm, keepSeeds],
  token: { ...light.token, ...dark.token },
  components: merge(light.components, dark.components),
}

/** The 42 px controls of phones; with the size `large`. */
const tallControls = { controlHeightLG: 42, borderRadiusLG: 10 }

const withTallControls = (config: ThemeConfig): ThemeConfig => ({
  ...config,
  token: { ...config.token, ...tallControls },
})

/** antd's theme for a colour scheme. */
export function themeFor(scheme: ColorScheme, isPhone = false): ThemeConfig {
  const config = scheme === 'dark' ? darkTheme : lightTheme
  return isPhone ? withTallControls(config) : config
}
