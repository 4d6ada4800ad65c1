import type { PointTotals } from '@ruwu/contract'
import { DATE_PRESET_LABELS, formatNumber } from '@ruwu/domain'
import { ErrorBlock, Panel } from '@ruwu/ui'
import { Segmented } from 'antd'
import type { ReactNode } from 'react'
import { messageOf } from '../../../api/errors.ts'
import { useMinute } from '../../../browser/clock.ts'
import { ChartPanel } from '../../../chart/chart-panel.tsx'
import { DateFilter } from '../../../list/date-filter.tsx'
import { oneOf } from '../../../list/url-query.ts'
import { keepSort } from '../../../list/url-sort.ts'
import { useUrlQuery } from '../../../list/use-url-query.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { usePointTimeline, usePointTotals } from '../points.queries.ts'
import {
  billsIn,
  billsOf,
  readSpending,
  SPENDERS,
  type SpendingRange,
  spendingRange,
  type SpendingView,
  timelineData,
  writeSpending,
} from '../spending-data.ts'
import { texts } from '../texts.ts'
import { ConsumeTable } from './consume-table.tsx'
import styles from './spending.module.css'

/** Where points came from and went in a period: totals, trend, and who spent them. */
export function Spending() {
  const [query, change] = useUrlQuery()
  const timeZone = useTimeZone()
  const view = readSpending(query)
  const range = spendingRange(view, new Date(useMinute()), timeZone)
  const note = DATE_PRESET_LABELS[view.dates.range]
  const set = (part: Partial<SpendingView>) => change((old) => keepSort(old, writeSpending({ ...view, ...part })))
  return (
    <div className={styles.spending}>
      <Totals
        range={range}
        filter={
          <DateFilter value={view.dates} timeZone={timeZone} onChange={(dates) => set({ ...(dates && { dates }) })} />
        }
      />
      <Trend range={range} groupBy={view.groupBy} onGroup={(groupBy) => set({ groupBy })} />
      <div className={styles.tables}>
        <ConsumeTable range={range} note={note} bills={billsIn(view.dates)} groupBy="item" />
        <ConsumeTable
          range={range}
          note={note}
          groupBy={view.spender}
          groups={SPENDERS}
          onGroup={(group) => set({ spender: oneOf(SPENDERS)(group) ?? view.spender })}
        />
      </div>
    </div>
  )
}

const SHOWN: readonly (keyof PointTotals)[] = ['consume', 'refund', 'recharge', 'bonus', 'expired']

function Totals({ range: { from, to }, filter }: { range: SpendingRange; filter: ReactNode }) {
  const { data, error, refetch, isFetching } = usePointTotals({ from, to })
  return (
    <Panel label={texts.totals} className={styles.totals} refreshing={isFetching && data !== undefined}>
      {filter}
      {error && !data ? (
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      ) : (
        <dl>
          {[...SHOWN, ...(data?.adjust ? (['adjust'] as const) : [])].map((name) => (
            <div key={name}>
              <dt>{texts.totalLabels[name]}</dt>
              <dd>{data ? formatNumber(data[name]) : '–'}</dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  )
}

const GROUPS = [
  { value: 'item' as const, label: texts.byItem },
  { value: 'account' as const, label: texts.byAccount },
]

type TrendProps = {
  range: SpendingRange
  groupBy: SpendingView['groupBy']
  onGroup: (groupBy: SpendingView['groupBy']) => void
}

function Trend({ range, groupBy, onGroup }: TrendProps) {
  const timeZone = useTimeZone()
  const { data, error, refetch, isFetching } = usePointTimeline({ ...range, groupBy })
  return (
    <ChartPanel
      title={texts.trend}
      data={data && timelineData(data, range.granularity, timeZone)}
      error={error}
      onRetry={refetch}
      refreshing={isFetching && data !== undefined}
      definitions={texts.trendNote}
      linkOf={({ index }) => data && billsOf(data, index, range, timeZone)}
      actions={
        <Segmented size="small" aria-label={texts.groupBy} value={groupBy} options={GROUPS} onChange={onGroup} />
      }
    />
  )
}
