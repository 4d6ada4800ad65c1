import { type HomeOverview, type MetricName, SOURCES } from '@ruwu/contract'
import { formatNumber, formatPercent, METRIC_CATALOGUE, RECEPTION_TYPE_LABELS, SOURCE_LABELS } from '@ruwu/domain'
import { ErrorBlock, Panel, SkeletonRows } from '@ruwu/ui'
import { Switch } from 'antd'
import { messageOf } from '../../../api/errors.ts'
import { ChartPanel } from '../../../chart/chart-panel.tsx'
import { SourceIcon } from '../../../rendering/source-icon.tsx'
import { useTimeZone } from '../../enterprise/index.ts'
import { useOverview } from '../home.queries.ts'
import { useStatisticsPath, useHomeUrl } from '../home-range.ts'
import { texts } from '../texts.ts'
import { trendOf } from '../trend-data.ts'
import { HomeTiles } from './home-tiles.tsx'
import styles from './overview-panels.module.css'

const DEFINED = ['enterCustomers', 'talkCustomers', 'leadCustomers'] as const
const definitions = DEFINED.map((name) => ({
  label: METRIC_CATALOGUE[name].label,
  text: METRIC_CATALOGUE[name].definition,
}))

/** 概览, 趋势 and 接待分布: one call, three panels. */
export function OverviewPanels() {
  const { range, isCompared, setIsCompared } = useHomeUrl()
  const timeZone = useTimeZone()
  const { data, error, refetch, isFetching } = useOverview(range)
  const statistics = useStatisticsPath()
  const state = { error, onRetry: refetch, refreshing: isFetching && data !== undefined }
  const linkOf = (metric: MetricName) =>
    statistics && `${statistics}?${new URLSearchParams({ tab: 'session', range, metric })}`
  return (
    <>
      <HomeTiles tiles={data?.tiles} period={texts.toPeriod[range]} linkOf={linkOf} {...state} />
      <div className={styles.row}>
        <ChartPanel
          title={texts.trend}
          data={data && trendOf(data, { range, isCompared, timeZone })}
          definitions={definitions}
          height={280}
          actions={
            <label className={styles.compare}>
              {texts.compare}
              <Switch size="small" checked={isCompared} onChange={setIsCompared} />
            </label>
          }
          {...state}
        />
        <div className={styles.shares}>
          <ChartPanel title={texts.share} data={data && donutOf(data)} height={168} {...state} />
          <SourceShare data={data} error={error} onRetry={refetch} />
        </div>
      </div>
    </>
  )
}

const donutOf = ({ receptionShare }: HomeOverview) => ({
  kind: 'donut' as const,
  parts: [
    { name: RECEPTION_TYPE_LABELS.ai_agent, tone: 'ai' as const, value: receptionShare.ai_agent },
    { name: RECEPTION_TYPE_LABELS.workflow, tone: 'flow' as const, value: receptionShare.workflow },
    { name: RECEPTION_TYPE_LABELS.manual, tone: 'human' as const, value: receptionShare.manual },
  ],
})

type SourceShareProps = { data: HomeOverview | undefined; error: unknown; onRetry: () => unknown }

/** Customers who entered, by source: one bar, and the numbers beside it. */
function SourceShare({ data, error, onRetry }: SourceShareProps) {
  const total = data ? data.sourceShare.redbook + data.sourceShare.douyin : 0
  return (
    <Panel title={texts.sources}>
      {!data && error ? (
        <ErrorBlock message={messageOf(error)} onRetry={onRetry} />
      ) : !data ? (
        <SkeletonRows rows={1} disc={false} />
      ) : (
        <div className={styles.sources}>
          <dl>
            {SOURCES.map((source) => (
              <div key={source}>
                <dt>
                  <SourceIcon source={source} size={15} isNamed={false} />
                  {SOURCE_LABELS[source]}
                </dt>
                <dd>
                  <b>{formatNumber(data.sourceShare[source])}</b>
                  {formatPercent(total === 0 ? -1 : data.sourceShare[source] / total)}
                </dd>
              </div>
            ))}
          </dl>
          <span className={styles.bar} aria-hidden="true">
            {SOURCES.map((source) => (
              <i key={source} style={{ flexGrow: data.sourceShare[source] }} />
            ))}
          </span>
        </div>
      )}
    </Panel>
  )
}
