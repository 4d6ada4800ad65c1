import { formatNumber, formatPercent, NO_VALUE } from '@ruwu/domain'
import type { ChartData, ChartPoint } from './chart-data.ts'
import { texts } from './texts.ts'

type Cell = { text: string; point: ChartPoint }
export type ChartTable = { head: readonly string[]; rows: readonly { name: string; cells: readonly Cell[] }[] }

/** How a value of the chart reads. */
export const formatOf =
  ({ format = formatNumber }: Pick<ChartData, 'format'>) =>
  (value: number): string =>
    value < 0 ? NO_VALUE : format(value)

/** The same values as a table: what the chart draws, in words. */
export function tableOf(data: ChartData): ChartTable {
  const text = formatOf(data)
  switch (data.kind) {
    case 'line':
    case 'bar':
      return {
        head: [texts.label, ...data.series.map(({ name }) => name)],
        rows: data.labels.map((name, index) => ({
          name,
          cells: data.series.map(({ values }, series) => ({
            text: text(values[index] ?? -1),
            point: { series, index },
          })),
        })),
      }
    case 'donut': {
      const total = data.parts.reduce((sum, { value }) => sum + value, 0)
      return {
        head: [texts.label, texts.value, texts.share],
        rows: data.parts.map(({ name, value }, index) => ({
          name,
          cells: [text(value), formatPercent(total > 0 ? value / total : -1)].map(cellAt(index)),
        })),
      }
    }
    case 'funnel':
      return {
        head: [texts.step, texts.value, texts.rate],
        rows: data.steps.map(({ name, value, rate }, index) => ({
          name,
          cells: [text(value), formatPercent(rate)].map(cellAt(index)),
        })),
      }
    case 'heat':
      return {
        head: [texts.label, ...data.columns],
        rows: data.rows.map((name, series) => ({
          name,
          cells: data.columns.map((_, index) => ({
            text: text(data.cells[series]?.[index] ?? -1),
            point: { series, index },
          })),
        })),
      }
  }
}

const cellAt = (index: number) => (text: string) => ({ text, point: { series: 0, index } })
