import { dark, light } from '@ruwu/ui/tokens.ts'
import type { ChartTone } from './chart-data.ts'

type Tokens = typeof light

/** Colours of a scheme. ECharts takes values only: it mixes them, and a picture has no style sheet. */
export type Palette = {
  tone: (tone: ChartTone) => string
  heat: readonly string[]
  goalSoft: string
  grid: string
  axis: string
  surface: string
  track: string
  text: string
  text2: string
  text3: string
  goalText: string
  elevated: string
  line: string
}

const toPalette = (t: Tokens): Palette => ({
  tone: (tone) => (tone === 'goal' ? t['c-goal'] : t[tone]),
  heat: [t['heat-0'], t['heat-1'], t['heat-2'], t['heat-3'], t['heat-4'], t['heat-5'], t['heat-6']],
  goalSoft: t['c-goal-soft'],
  grid: t['c-grid'],
  axis: t['c-axis'],
  surface: t.surface,
  track: t['surface-3'],
  text: t.text,
  text2: t['text-2'],
  text3: t['text-3'],
  goalText: t['brand-text'],
  elevated: t.elevated,
  line: t.line,
})

export const palettes = { light: toPalette(light), dark: toPalette(dark) }
