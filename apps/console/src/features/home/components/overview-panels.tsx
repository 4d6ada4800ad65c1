import { type HomeOverview, type MetricName, type ReceptionType, type Source, SOURCES } from '@ruwu/contract'
import { formatNumber, formatPercent, RECEPTION_TYPE_LABELS, SOURCE_LABELS } from '@ruwu/domain'
import { ErrorBlock, Panel, SkeletonRows } from '@ruwu/ui'
import { Switch } from 'antd'
import { messageOf } from '../../../api/errors.ts'
import type { ChartTone } from '../../../chart/chart-data.ts'
import { ChartPanel } from '../../../chart/chart-panel.tsx'
import { definitionsOf } from '../../../chart/definitions.ts'
import { ListLink } from '../../../list/list-link.tsx'
import { SourceIcon } from '../../../rendering/source-icon.tsx'
import { useTimeZone } from '../../enterprise/index.ts'
import { useOverview } from '../home.queries.ts'
import { useHomeUrl, useListPath } from '../home-range.ts'
import { texts } from '../texts.ts'
import { pointOf, trendOf } from '../trend-data.ts'
import { HomeTiles } from './home-tiles.tsx'
import styles from './overview-panels.module.css'

const definitions = definitionsOf(['enterCustomers', 'talkCustomers', 'leadCustomers'])
const shareDefinitions = definitionsOf(['sessions'])

/** 概览, 趋势 and 接待分布: one call, three panels. */
export function OverviewPanels() {
  const { range, isCompared, setIsCompared } = useHomeUrl()
  const timeZone = useTimeZone()
  const { data, error, refetch, isFetching } = useOverview(range)
  const listPath = useListPath()
  const state = { error, onRetry: refetch, refreshing: isFetching && data !== undefined }
  const linkOf = (metric: MetricName, part: Record<string, string> = {}) => listPath(metric, { range, ...part })
  return (
    <>
      <HomeTiles tiles={data?.tiles} period={texts.toPeriod[range]} linkOf={(name) => linkOf(name)} {...state} />
      <div className={styles.row}>
        <ChartPanel
          title={texts.trend}
          data={data && trendOf(data, { range, isCompared, timeZone })}
          definitions={definitions}
          height={280}
          linkOf={(at) => {
            const point = data && pointOf(data, at, { range, timeZone })
            return point && listPath(point.metric, point.filter)
          }}
          actions={
            <label className={styles.compare}>
              {texts.compare}
              <Switch size="small" checked={isCompared} onChange={setIsCompared} />
            </label>
          }
          {...state}
        />
        <div className={styles.shares}>
          <ChartPanel
            title={texts.share}
            data={data && donutOf(data)}
            definitions={shareDefinitions}
            height={168}
            linkOf={({ index }) => {
              const type = SHARES[index]?.type
              return type && data?.receptionShare[type] ? linkOf('sessions', { lastReception: type }) : undefined
            }}
            {...state}
          />
          <SourceShare
            data={data}
            error={error}
            onRetry={refetch}
            linkOf={(source) => linkOf('enterCustomers', { sources: source })}
          />
        </div>
      </div>
    </>
  )
}

const SHARES = [
  { type: 'ai_agent', tone: 'ai' },
  { type: 'workflow', tone: 'flow' },
  { type: 'manual', tone: 'human' },
] as const satisfies readonly { type: ReceptionType; tone: ChartTone }[]

const donutOf = ({ receptionShare }: HomeOverview) => ({
  kind: 'donut' as const,
  parts: SHARES.map(({ type, tone }) => ({ name: RECEPTION_TYPE_LABELS[type], tone, value: receptionShare[type] })),
})

type SourceShareProps = {
  data: HomeOverview | undefined
  error: unknown
  onRetry: () => unknown
  linkOf: (source: Source) => string | undefined
}

/** Customers who entered, by source: one bar, and the numbers beside it. */
function SourceShare({ data, error, onRetry, linkOf }: SourceShareProps) {
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
                  <b>
                    <ListLink to={data.sourceShare[source] > 0 ? linkOf(source) : undefined}>
                      {formatNumber(data.sourceShare[source])}
                    </ListLink>
                  </b>
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
