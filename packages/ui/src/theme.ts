import { theme, type ThemeConfig } from 'antd'
import { themeValues } from './theme-values.ts'
import { dark, light } from './tokens.generated.ts'

type ColorScheme = 'light' | 'dark'

const SEEDS = ['colorPrimary', 'colorInfo', 'colorSuccess', 'colorWarning', 'colorError', 'colorLink'] as const

type Algorithm = typeof theme.darkAlgorithm

// antd's dark algorithm dims seed colours (#ff4459 becomes #dc3d4f); ours are already chosen for dark.
const keepSeeds: Algorithm = (seed, map) => ({
  ...(map ?? theme.darkAlgorithm(seed)),
  ...Object.fromEntries(SEEDS.map((name) => [name, seed[name]])),
})

const cssVar = { key: 'ruwu' }

const lightTheme: ThemeConfig = { cssVar, algorithm: theme.defaultAlgorithm, ...themeValues(light) }
const darkTheme: ThemeConfig = { cssVar, algorithm: [theme.darkAlgorithm, keepSeeds], ...themeValues(dark) }

/** The 42 px controls of phones; with the size `large`. */
const withTallControls = (config: ThemeConfig): ThemeConfig => ({
  ...config,
  token: { ...config.token, controlHeightLG: light['h-xl'], borderRadiusLG: 10 },
})

/** antd's theme for a colour scheme. */
export function themeFor(scheme: ColorScheme, isPhone = false): ThemeConfig {
  const config = scheme === 'dark' ? darkTheme : lightTheme
  return isPhone ? withTallControls(config) : config
}
