import { formatPercent } from '@ruwu/domain'
import type { TooltipComponentOption } from 'echarts/components'
import { type ChartData, stackSums } from './chart-data.ts'
import { funnelStepAt } from './chart-options.ts'
import { formatOf } from './chart-table.ts'
import { texts } from './texts.ts'

type Line = { name: string; value: string }
type Hit = { dataIndex: number }

/** Elements instead of markup: names of tags and agents are text, never HTML. */
export function tooltipOf(data: ChartData, className: string | undefined): TooltipComponentOption {
  const isAxis = data.kind === 'line' || data.kind === 'bar' || data.kind === 'funnel'
  return {
    trigger: isAxis ? 'axis' : 'item',
    confine: true,
    className: className ?? '',
    padding: 0,
    borderWidth: 0,
    backgroundColor: 'transparent',
    transitionDuration: 0,
    formatter: (hits) => {
      const hit = (Array.isArray(hits) ? hits[0] : hits) as Hit | undefined
      return hit ? draw(...tipOf(data, hit.dataIndex)) : ''
    },
  }
}

/** Title and lines of the value at an index as ECharts counts it. */
export function tipOf(data: ChartData, at: number): [title: string, lines: Line[]] {
  const text = formatOf(data)
  switch (data.kind) {
    case 'line':
    case 'bar':
      return [
        data.labels[at] ?? '',
        [
          ...data.series.map(({ name, values }) => ({ name, value: text(values[at] ?? -1) })),
          ...(data.kind === 'bar' && data.isStacked
            ? [{ name: texts.sum, value: text(stackSums(data)[at] ?? -1) }]
            : []),
        ],
      ]
    case 'donut': {
      const part = data.parts[at]
      const total = data.parts.reduce((sum, { value }) => sum + value, 0)
      return [part?.name ?? '', [{ name: formatPercent((part?.value ?? 0) / total), value: text(part?.value ?? -1) }]]
    }
    case 'funnel': {
      const step = data.steps[funnelStepAt(at)]
      return [step?.name ?? '', [{ name: formatPercent(step?.rate), value: text(step?.value ?? -1) }]]
    }
    case 'heat': {
      const row = Math.floor(at / data.columns.length)
      const column = at % data.columns.length
      return [`${data.rows[row]} ${data.columns[column]}`, [{ name: '', value: text(data.cells[row]?.[column] ?? -1) }]]
    }
  }
}

function draw(title: string, lines: Line[]): HTMLElement {
  const box = document.createElement('div')
  const rows = lines.map(({ name, value }) => {
    const row = document.createElement('p')
    const bold = document.createElement('b')
    bold.textContent = value
    row.append(name, bold)
    return row
  })
  const head = document.createElement('p')
  head.textContent = title
  box.append(head, ...rows)
  return box
}
