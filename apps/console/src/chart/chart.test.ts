import { expect, test } from 'vitest'
import type { ChartData } from './chart-data.ts'
import { hasValues, legendOf } from './chart-data.ts'
import { funnelStepAt, optionOf } from './chart-options.ts'
import { tableOf } from './chart-table.ts'
import { palettes } from './palette.ts'
import { tipOf } from './tooltip.ts'

const line: ChartData = {
  kind: 'line',
  labels: ['03-09 一', '03-10 二'],
  series: [
    { name: '进线', tone: 'c-2', values: [1200, 180] },
    { name: '留资', tone: 'goal', values: [30, -1] },
    { name: '上期进线', tone: 'c-2', values: [90, 80], isBase: true },
  ],
}
const donut: ChartData = {
  kind: 'donut',
  parts: [
    { name: '小红书', tone: 'c-1', value: 30 },
    { name: '抖音', tone: 'c-4', value: 10 },
  ],
}
const funnel: ChartData = {
  kind: 'funnel',
  steps: [
    { name: '进线', tone: 'c-1', value: 100 },
    { name: '开口', tone: 'c-1', value: 80, rate: 0.8 },
    { name: '留资', tone: 'goal', value: 0, rate: -1 },
  ],
}
const heat: ChartData = {
  kind: 'heat',
  rows: ['周一', '周二'],
  columns: ['0时', '1时', '2时'],
  cells: [
    [0, 3, 1],
    [2, -1, 0],
  ],
}

const cells = (data: ChartData) => tableOf(data).rows.map((row) => [row.name, ...row.cells.map(({ text }) => text)])

test.each([
  [
    'a line chart',
    line,
    [
      ['03-09 一', '1,200', '30', '90'],
      ['03-10 二', '180', '--', '80'],
    ],
  ],
  [
    'a donut',
    donut,
    [
      ['小红书', '30', '75%'],
      ['抖音', '10', '25%'],
    ],
  ],
  [
    'a funnel',
    funnel,
    [
      ['进线', '100', '--'],
      ['开口', '80', '80%'],
      ['留资', '0', '--'],
    ],
  ],
  [
    'a heat map',
    heat,
    [
      ['周一', '0', '3', '1'],
      ['周二', '2', '--', '0'],
    ],
  ],
])('%s has the same values as a table', (_, data, expected) => {
  expect(cells(data)).toEqual(expected)
})

test('a cell of the table names its point', () => {
  expect(tableOf(line).rows[1]?.cells[0]?.point).toEqual({ series: 0, index: 1 })
  expect(tableOf(heat).rows[1]?.cells[2]?.point).toEqual({ series: 1, index: 2 })
})

test.each([
  [
    'a line chart',
    line,
    1,
    [
      '03-10 二',
      [
        { name: '进线', value: '180' },
        { name: '留资', value: '--' },
        { name: '上期进线', value: '80' },
      ],
    ],
  ],
  ['a donut', donut, 1, ['抖音', [{ name: '25%', value: '10' }]]],
  ['a funnel, between two steps', funnel, 1, ['开口', [{ name: '80%', value: '80' }]]],
  ['a heat map', heat, 4, ['周二 1时', [{ name: '', value: '--' }]]],
] as const)('the tooltip of %s reads the value under the pointer', (_, data, at, expected) => {
  expect(tipOf(data, at)).toEqual(expected)
})

test.each([
  [0, 0],
  [1, 1],
  [2, 1],
  [3, 2],
  [4, 2],
])('row %i of a funnel belongs to step %i', (row, step) => {
  expect(funnelStepAt(row)).toBe(step)
})

test('the goal is red, filled and labelled; the period before is dotted; a missing value is a gap', () => {
  const { series } = optionOf(line, palettes.light) as { series: Record<string, unknown>[] }

  expect(series[1]).toMatchObject({ lineStyle: { color: '#f32640', width: 2.5 }, areaStyle: {} })
  expect(series[2]).toMatchObject({ lineStyle: { type: [1, 5] }, showSymbol: false })
  expect(series[0]).toMatchObject({ data: [{ value: 1200, label: { show: true } }, { value: 180 }] })
  expect(series[1]).toMatchObject({ data: [{ value: 30 }, { value: '-' }] })
})

test('parts of one sum stand on each other; the highest sum is written above, and each sum is in its tooltip', () => {
  const parts = [
    { name: 'AI 回复', tone: 'c-1', values: [3, 5] },
    { name: '知识学习', tone: 'c-5', values: [4, 0] },
  ] as const
  const stack: ChartData = { kind: 'bar', isStacked: true, labels: ['03-09', '03-10'], series: parts }
  const { series } = optionOf(stack, palettes.light) as { series: { stack: string; data: { label?: object }[] }[] }

  expect(series.map((each) => each.stack)).toEqual(['sum', 'sum'])
  expect(series.map(({ data }) => data.map(({ label }) => label !== undefined))).toEqual([
    [false, false],
    [true, false],
  ])
  expect(tipOf(stack, 0)[1].at(-1)).toEqual({ name: '合计', value: '7' })
})

const hasMiddle = (data: ChartData) => {
  const { series } = optionOf(data, palettes.light) as { series: { data: { label?: object }[] } }
  return series.data.some(({ label }) => label !== undefined)
}

test('a ring has its total in the middle, and without data none', () => {
  const empty: ChartData = { ...donut, parts: donut.parts.map((part) => ({ ...part, value: 0 })) }

  expect([donut, empty].map(hasMiddle)).toEqual([true, false])
})

test('colours are those of the scheme', () => {
  expect(palettes.dark.tone('goal')).toBe('#ff5a6d')
  expect(palettes.dark.heat).toHaveLength(7)
})

test('zeros and missing values are no data, and the legend names series and parts', () => {
  expect(hasValues({ kind: 'line', labels: ['a'], series: [{ name: '进线', tone: 'c-1', values: [0, -1] }] })).toBe(
    false,
  )
  expect([line, donut, funnel, heat].map(hasValues)).toEqual([true, true, true, true])
  expect([line, donut, heat].map((data) => legendOf(data).length)).toEqual([3, 2, 0])
})

const labelsOf = (count: number) => {
  const labels = Array.from({ length: count }, (_, index) => `第 ${index} 组`)
  const data: ChartData = {
    kind: 'bar',
    labels,
    series: [{ name: '会话数', tone: 'human', values: labels.map(() => 1) }],
  }
  return optionOf(data, palettes.light)
}

test('each of a few bars is named; of many, as many as fit', () => {
  expect(labelsOf(5)).toMatchObject({ xAxis: { axisLabel: { interval: 0 } } })
  expect(labelsOf(30)).not.toMatchObject({ xAxis: { axisLabel: { interval: 0 } } })
})
