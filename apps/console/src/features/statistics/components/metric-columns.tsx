import type { MetricName } from '@ruwu/contract'
import { formatMetric, METRIC_CATALOGUE } from '@ruwu/domain'
import { tooltipHandlers } from '@ruwu/ui'
import type { TableColumnsType } from 'antd'
import { ListLink } from '../../../list/list-link.tsx'
import { canDrill } from '../statistics-url.ts'

type MetricColumnsProps<Row, Name extends MetricName> = {
  names: readonly Name[]
  valueOf: (row: Row, name: Name) => number
  linkOf?: (row: Row, name: MetricName) => string | undefined
  sorted: (name: Name) => object
}

/** One column for each figure: its definition at the header, what was counted behind its value. */
export function metricColumns<Row extends object, Name extends MetricName>(
  props: MetricColumnsProps<Row, Name>,
): TableColumnsType<Row> {
  const { names, valueOf, linkOf, sorted } = props
  return names.map((name) => ({
    ...metricTitle(name),
    align: 'right' as const,
    width: metricWidth(name),
    ...sorted(name),
    render: (_: unknown, row: Row) => {
      const value = valueOf(row, name)
      const to = value > 0 && canDrill(name) ? linkOf?.(row, name) : undefined
      return <ListLink to={to}>{formatMetric(name, value)}</ListLink>
    },
  }))
}

/** Room for the label and the arrows beside it. */
export const metricWidth = (name: MetricName) => Math.max(92, METRIC_CATALOGUE[name].label.length * 13 + 46)

/** The head of a figure's column, with its definition. */
export const metricTitle = (name: MetricName, title: string = METRIC_CATALOGUE[name].label) => ({
  title,
  ...defined(METRIC_CATALOGUE[name].definition),
})

/** How a column is counted, on hover and focus of its header: antd makes the cell of a sortable one the tab stop. */
export const defined = (definition: string) => ({
  onHeaderCell: () => ({ tabIndex: 0, ...tooltipHandlers(definition) }),
})
