/** A colour by its meaning: the goal (留资) is red, reception has its three colours, other categories are numbered. */
export const TONES = ['goal', 'c-1', 'c-2', 'c-3', 'c-4', 'c-5', 'c-6', 'c-7', 'c-8', 'ai', 'flow', 'human'] as const
export type ChartTone = (typeof TONES)[number]

/** −1 stands for "nothing to divide by": no point in the chart, `--` in the table. */
export type ChartSeries = {
  name: string
  tone: ChartTone
  values: readonly number[]
  /** The period before: dotted, without points. */
  isBase?: boolean
}

type Formatted = {
  /** How a value reads; thousands separated without it. */
  format?: (value: number) => string
}

type Axes = Formatted & {
  labels: readonly string[]
  series: readonly ChartSeries[]
  /** Highest value and step of the value axis, where round numbers would not be round as they read. */
  scale?: { max: number; step: number }
}
export type LineData = Axes & { kind: 'line' }
export type BarData = Axes & {
  kind: 'bar'
  /** Series on top of each other: parts of one sum. */
  isStacked?: boolean
}
export type DonutData = Formatted & {
  kind: 'donut'
  parts: readonly { name: string; tone: ChartTone; value: number }[]
}
export type FunnelData = Formatted & {
  kind: 'funnel'
  /** `rate` to the step before; the first has none. */
  steps: readonly { name: string; tone: ChartTone; value: number; rate?: number }[]
}
export type HeatData = Formatted & {
  kind: 'heat'
  rows: readonly string[]
  columns: readonly string[]
  /** By row, then column. */
  cells: readonly (readonly number[])[]
  /** What the lightest and the darkest colour mean; 少 and 多 without it. */
  ends?: readonly [string, string]
}

export type ChartData = LineData | BarData | DonutData | FunnelData | HeatData

/** A value of a chart: in a heat map the series is the row and the index the column. */
export type ChartPoint = { series: number; index: number }

/** Sum of the parts at each place of stacked bars. */
export const stackSums = ({ labels, series }: BarData): number[] =>
  labels.map((_, index) => series.reduce((sum, { values }) => sum + Math.max(values[index] ?? 0, 0), 0))

/** Whether there is anything to draw. */
export function hasValues(data: ChartData): boolean {
  return valuesOf(data).some((value) => value > 0)
}

export function valuesOf(data: ChartData): readonly number[] {
  switch (data.kind) {
    case 'line':
    case 'bar':
      return data.series.flatMap(({ values }) => values)
    case 'donut':
      return data.parts.map(({ value }) => value)
    case 'funnel':
      return data.steps.map(({ value }) => value)
    case 'heat':
      return data.cells.flat()
  }
}

/** What a legend names; a funnel and a heat map name their values on their axes. */
export function legendOf(data: ChartData): readonly { name: string; tone: ChartTone; isBase?: boolean }[] {
  if (data.kind === 'line' || data.kind === 'bar') return data.series
  return data.kind === 'donut' ? data.parts : []
}
