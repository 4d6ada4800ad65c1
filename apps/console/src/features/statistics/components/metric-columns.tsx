import type { MetricName } from '@ruwu/contract'
import { formatMetric, METRIC_CATALOGUE } from '@ruwu/domain'
import type { TableColumnsType } from 'antd'
import { Link } from 'react-router'
import { Tooltip } from '@ruwu/ui'
import { canDrill } from '../statistics-url.ts'
import styles from '../tabs/tabs.module.css'

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
    title: <MetricTitle name={name} />,
    align: 'right' as const,
    width: metricWidth(name),
    ...sorted(name),
    render: (_: unknown, row: Row) => {
      const value = valueOf(row, name)
      const text = formatMetric(name, value)
      const to = value > 0 && canDrill(name) ? linkOf?.(row, name) : undefined
      return to ? (
        <Link className={styles.link} to={to}>
          {text}
        </Link>
      ) : (
        text
      )
    },
  }))
}

/** Room for the label and the arrows beside it. */
export const metricWidth = (name: MetricName) => Math.max(92, METRIC_CATALOGUE[name].label.length * 13 + 46)

export const MetricTitle = ({ name }: { name: MetricName }) => (
  <Tooltip text={METRIC_CATALOGUE[name].definition}>
    <span>{METRIC_CATALOGUE[name].label}</span>
  </Tooltip>
)
