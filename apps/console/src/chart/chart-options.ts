import { formatPercent } from '@ruwu/domain'
import type { BarSeriesOption, HeatmapSeriesOption, LineSeriesOption, PieSeriesOption } from 'echarts/charts'
import type { GridComponentOption, VisualMapComponentOption } from 'echarts/components'
import type { ComposeOption } from 'echarts/core'
import {
  type BarData,
  type ChartData,
  type ChartSeries,
  type DonutData,
  type FunnelData,
  hasValues,
  stackSums,
} from './chart-data.ts'
import type { HeatData, LineData } from './chart-data.ts'
import { formatOf } from './chart-table.ts'
import type { Palette } from './palette.ts'

export type ChartOption = ComposeOption<
  | LineSeriesOption
  | BarSeriesOption
  | PieSeriesOption
  | HeatmapSeriesOption
  | GridComponentOption
  | VisualMapComponentOption
>

const AXIS_FONT = 11
const GRID = { left: 48, right: 16, top: 24, bottom: 28 }
/** More points than this are drawn as a plain line. */
const POINTS_SHOWN = 31

/** What ECharts draws of the data; pure, so that a test can read it. */
export function optionOf(data: ChartData, colours: Palette): ChartOption {
  switch (data.kind) {
    case 'line':
      return lineOption(data, colours)
    case 'bar':
      return barOption(data, colours)
    case 'donut':
      return donutOption(data, colours)
    case 'funnel':
      return funnelOption(data, colours)
    case 'heat':
      return heatOption(data, colours)
  }
}

const axisLabel = (colours: Palette) => ({ color: colours.axis, fontSize: AXIS_FONT })
const noMarks = { axisLine: { show: false }, axisTick: { show: false } }

const NAMED_BARS = 6
const isShort = ({ kind, labels }: LineData | BarData) => kind === 'bar' && labels.length <= NAMED_BARS

/** Category and value axis. Without values the axes stay, with a scale of their own. */
function axes(data: LineData | BarData, colours: Palette) {
  const text = formatOf(data)
  return {
    grid: GRID,
    xAxis: {
      type: 'category' as const,
      data: [...data.labels],
      ...noMarks,
      // Every one of a few bars has its name; where they do not fit, ECharts leaves some out.
      axisLabel: { ...axisLabel(colours), hideOverlap: true, ...(isShort(data) && { interval: 0 }) },
    },
    yAxis: {
      type: 'value' as const,
      min: 0,
      splitNumber: 4,
      // Counts have no halves; a rate has.
      ...(data.format ? {} : { minInterval: 1 }),
      ...(hasValues(data) ? {} : { max: 4 }),
      ...(data.scale && { max: data.scale.max, interval: data.scale.step }),
      axisLabel: { ...axisLabel(colours), formatter: (value: number) => text(value) },
      splitLine: { lineStyle: { color: colours.grid } },
    },
  }
}

/** Only the maximum carries its value; −1 is a gap. */
function pointsOf({ values }: ChartSeries, text: (value: number) => string, color: string) {
  const most = Math.max(...values)
  const at = values.indexOf(most)
  return values.map((value, index) => ({
    value: value < 0 ? ('-' as const) : value,
    ...(index === at &&
      most > 0 && { label: { show: true, color, fontSize: 12, fontWeight: 600, formatter: () => text(value) } }),
  }))
}

function lineOption(data: LineData, colours: Palette): ChartOption {
  const text = formatOf(data)
  return {
    ...axes(data, colours),
    series: data.series.map((series): LineSeriesOption => {
      const { name, tone, isBase = false } = series
      const isGoal = tone === 'goal' && !isBase
      const color = colours.tone(tone)
      return {
        type: 'line',
        name,
        data: isBase
          ? series.values.map((value) => (value < 0 ? '-' : value))
          : pointsOf(series, text, isGoal ? colours.goalText : colours.text2),
        smooth: true,
        smoothMonotone: 'x',
        symbol: 'circle',
        symbolSize: 7,
        showSymbol: !isBase && data.labels.length <= POINTS_SHOWN,
        lineStyle: isBase ? { color, width: 1.5, type: [1, 5], cap: 'round' } : { color, width: isGoal ? 2.5 : 2 },
        itemStyle: { color: colours.surface, borderColor: color, borderWidth: 2 },
        emphasis: { itemStyle: { color } },
        ...(isGoal && { areaStyle: { color: colours.goalSoft } }),
        z: isGoal ? 4 : isBase ? 2 : 3,
      }
    }),
  }
}

function barOption(data: BarData, colours: Palette): ChartOption {
  const text = formatOf(data)
  if (data.isStacked) return stackOption(data, colours)
  return {
    ...axes(data, colours),
    series: data.series.map((series): BarSeriesOption => ({
      type: 'bar',
      name: series.name,
      data: pointsOf(series, text, colours.text2),
      barMaxWidth: 36,
      label: { position: 'top' },
      itemStyle: { color: colours.tone(series.tone), borderRadius: [4, 4, 0, 0], opacity: series.isBase ? 0.4 : 1 },
    })),
  }
}

/** The highest sum is written above its bar, which ends with the last series. */
function stackOption(data: BarData, colours: Palette): ChartOption {
  const text = formatOf(data)
  const sums = stackSums(data)
  const most = Math.max(...sums)
  const at = sums.indexOf(most)
  const label = { show: true, color: colours.text2, fontSize: 12, fontWeight: 600, formatter: () => text(most) }
  return {
    ...axes(data, colours),
    series: data.series.map(({ name, tone, values }, index): BarSeriesOption => ({
      type: 'bar',
      name,
      stack: 'sum',
      data: values.map((value, place) => ({
        value: Math.max(value, 0),
        ...(index === data.series.length - 1 && place === at && most > 0 && { label }),
      })),
      barMaxWidth: 28,
      label: { position: 'top' },
      itemStyle: { color: colours.tone(tone), borderColor: colours.surface, borderWidth: 0.5 },
    })),
  }
}

function donutOption(data: DonutData, colours: Palette): ChartOption {
  const text = formatOf(data)
  const total = data.parts.reduce((sum, { value }) => sum + value, 0)
  const middle = { show: true, position: 'center' as const, formatter: () => text(total), color: colours.text }
  return {
    series: {
      type: 'pie',
      radius: total > 0 ? ['56%', '82%'] : [0, 0],
      label: { show: false, fontSize: 20, fontWeight: 600 },
      labelLine: { show: false },
      itemStyle: { borderColor: colours.surface, borderWidth: 2 },
      data: data.parts.map(({ name, tone, value }, index) => ({
        name,
        value,
        itemStyle: { color: colours.tone(tone) },
        ...(index === 0 && total > 0 && { label: middle }),
      })),
    },
  }
}

const FUNNEL_LABELS = 84

/** Bars on a track; between two steps a row without a bar that carries the rate. */
function funnelOption(data: FunnelData, colours: Palette): ChartOption {
  const text = formatOf(data)
  const most = Math.max(1, ...data.steps.map(({ value }) => value))
  type Row = { step: FunnelData['steps'][number] } | { rate: number }
  const rows = data.steps.flatMap((step, index): Row[] => [...(index > 0 ? [{ rate: step.rate ?? -1 }] : []), { step }])
  const names = rows.map((row) => ('step' in row ? row.step.name : ''))
  const counts = rows.map((row) => ('step' in row ? text(row.step.value) : ''))
  const category = { type: 'category' as const, inverse: true, ...noMarks }
  return {
    grid: { left: FUNNEL_LABELS, right: 60, top: 4, bottom: 8 },
    xAxis: { type: 'value', show: false, min: 0, max: most },
    yAxis: [
      {
        ...category,
        data: names,
        axisLabel: { color: colours.text2, fontSize: 13, interval: 0, align: 'left', margin: FUNNEL_LABELS - 2 },
      },
      {
        ...category,
        data: counts,
        position: 'right',
        axisLabel: { color: colours.text, fontSize: 13, fontWeight: 600, interval: 0 },
      },
    ],
    series: [
      {
        type: 'bar',
        silent: true,
        barGap: '-100%',
        barWidth: '80%',
        itemStyle: { color: colours.track, borderRadius: 6 },
        data: rows.map((row) => ('step' in row ? most : '-')),
      },
      {
        type: 'bar',
        barWidth: '80%',
        data: rows.map((row) =>
          'step' in row
            ? { value: row.step.value, itemStyle: { color: colours.tone(row.step.tone), borderRadius: 6 } }
            : {
                value: 0,
                label: {
                  show: true,
                  position: 'right' as const,
                  distance: 2,
                  color: colours.text3,
                  fontSize: 12,
                  formatter: () => `↓ ${formatPercent(row.rate)}`,
                },
              },
        ),
      },
    ],
  }
}

/** Bars and rates alternate: the step of a row of the funnel; a row of a rate belongs to the step below it. */
export const funnelStepAt = (row: number): number => Math.ceil(row / 2)

function heatOption(data: HeatData, colours: Palette): ChartOption {
  const values = data.cells.flat()
  return {
    grid: { left: 44, right: 4, top: 4, bottom: 24 },
    xAxis: {
      type: 'category',
      data: [...data.columns],
      ...noMarks,
      axisLabel: { ...axisLabel(colours), interval: 2 },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: [...data.rows],
      ...noMarks,
      axisLabel: { ...axisLabel(colours), fontSize: 12, interval: 0 },
    },
    visualMap: { show: false, min: 0, max: Math.max(1, ...values), inRange: { color: [...colours.heat] } },
    series: {
      type: 'heatmap',
      data: data.cells.flatMap((cells, row) =>
        cells.map((value, column) => [column, row, value < 0 ? ('-' as const) : value]),
      ),
      itemStyle: { borderColor: colours.surface, borderWidth: 3, borderRadius: 5 },
      emphasis: { itemStyle: { borderColor: colours.text2, borderWidth: 1 } },
    },
  }
}
