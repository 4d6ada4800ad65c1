import type { DailyFilter, DailyMetric, DailyReport } from '@ruwu/contract'
import { formatMetric, METRIC_CATALOGUE, sortRows } from '@ruwu/domain'
import { Panel } from '@ruwu/ui'
import { ChangeRate } from '../../../chart/change-rate.tsx'
import { ChartPanel } from '../../../chart/chart-panel.tsx'
import { definitionsOf } from '../../../chart/definitions.ts'
import { ListLink } from '../../../list/list-link.tsx'
import { SortHeader } from '../../../list/sort-header.tsx'
import { useUrlSort } from '../../../list/url-sort.ts'
import { useListPath } from '../home-range.ts'
import { baseDay, statisticsFilter } from './daily-url.ts'
import { MetricLabel } from './metric-label.tsx'
import { texts } from './texts.ts'
import styles from './daily-page.module.css'

type BlockProps = { report: DailyReport; filter: DailyFilter; refreshing: boolean }

export const SummaryBlock = ({ report, refreshing }: Omit<BlockProps, 'filter'>) => (
  <Panel title={texts.summary} refreshing={refreshing}>
    <ol className={styles.summary}>
      {report.summary.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ol>
  </Panel>
)

/** The other columns have rates, times and numbers, which no order compares. */
const METRIC_SORTS = ['metric.change'] as const

export function MetricBlock({ report: { metrics, compare }, filter, refreshing }: BlockProps) {
  const listPath = useListPath()
  const { sort, onSort } = useUrlSort(METRIC_SORTS)
  const value = (name: DailyMetric['name'], amount: number, date: string) => (
    <ListLink to={amount > 0 ? listPath(name, statisticsFilter({ ...filter, date })) : undefined}>
      {formatMetric(name, amount)}
    </ListLink>
  )
  return (
    <Panel title={texts.metrics} refreshing={refreshing}>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{texts.metric}</th>
              <th scope="col">{texts.value}</th>
              <th scope="col">{texts.base[compare]}</th>
              <SortHeader field="metric.change" sort={sort} onSort={onSort}>
                {texts.change}
              </SortHeader>
              <th scope="col">{texts.average}</th>
            </tr>
          </thead>
          <tbody>
            {sortRows(metrics, sort, ({ changeRate }) => changeRate).map((metric) => (
              <tr key={metric.name}>
                <th scope="row" aria-label={METRIC_CATALOGUE[metric.name].label}>
                  <MetricLabel name={metric.name}>{METRIC_CATALOGUE[metric.name].label}</MetricLabel>
                </th>
                <td>
                  <b>{value(metric.name, metric.value, filter.date)}</b>
                </td>
                <td>{value(metric.name, metric.base, baseDay(filter))}</td>
                <td>
                  <ChangeRate of={metric} />
                </td>
                <td>{formatMetric(metric.name, metric.avg7d)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour))

const HOUR_METRICS = ['enterCustomers', 'unanswered'] as const

export function HourBlock({ report: { hours }, filter, refreshing }: BlockProps) {
  const listPath = useListPath()
  const cells = [hours.map((each) => each.enter), hours.map((each) => each.unanswered)]
  return (
    <ChartPanel
      title={texts.hours}
      refreshing={refreshing}
      height={132}
      data={{ kind: 'heat', rows: [texts.enter, texts.unanswered], columns: HOURS, cells }}
      definitions={definitionsOf(HOUR_METRICS)}
      linkOf={({ series, index }) => {
        const metric = HOUR_METRICS[series]
        const isCounted = (cells[series]?.[index] ?? 0) > 0
        return metric && isCounted ? listPath(metric, { ...statisticsFilter(filter), hour: index }) : undefined
      }}
    />
  )
}
