import { type AiRow, MISSED_SORTS } from '@ruwu/contract'
import { formatDateTime, formatNumber, handoffText, sortMisses } from '@ruwu/domain'
import { TruncatedText } from '@ruwu/ui'
import type { TableColumnsType } from 'antd'
import { CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { ChartPanel } from '../../../chart/chart-panel.tsx'
import { definitionsOf } from '../../../chart/definitions.ts'
import type { BarData } from '../../../chart/chart-data.ts'
import { accountPath, useSimpleAccounts } from '../../channel/index.ts'
import { useCan } from '../../permission/index.ts'
import { useUrlSort } from '../../../list/url-sort.ts'
import { RowsPanel } from '../components/rows-panel.tsx'
import { TileStrip } from '../components/tile-strip.tsx'
import { useAsOf, useFigures, useStatisticsFilter } from '../components/use-filter.ts'
import type { TabProps } from '../statistics-page.tsx'
import { useAiStatistics } from '../statistics.queries.ts'
import { texts } from '../texts.ts'
import styles from './tabs.module.css'

const TILES = 15

type MissRow = Extract<AiRow, { group: 'miss' }>

export function AiTab({ onAsOf }: TabProps) {
  const asked = useStatisticsFilter()
  const { data, state, panelState, link, tileLink, trend } = useFigures(asked, useAiStatistics(asked.filter))
  useAsOf(data?.asOf, onAsOf)
  const handoffs = data?.rows.filter((row) => row.group === 'handoff') ?? []
  const reasons: BarData | undefined = data && {
    kind: 'bar',
    labels: handoffs.map(({ reason }) => handoffText(reason)),
    series: [{ name: texts.sessions, tone: 'ai', values: handoffs.map(({ value }) => value) }],
  }
  return (
    <>
      <TileStrip label={texts.tabs.ai} tiles={data?.tiles} count={TILES} linkOf={tileLink} {...panelState} />
      <div className={`${styles.row} ${styles.even}`}>
        <ChartPanel title={texts.aiTrend} {...panelState} {...trend(data)} />
        <ChartPanel title={texts.rateTrend} {...panelState} {...trend(data, 'rate')} />
        <ChartPanel
          title={texts.handoffs}
          {...panelState}
          data={reasons}
          definitions={definitionsOf(['handoffRate'])}
          linkOf={({ index }) => link('handoffRate', { reason: handoffs[index]?.reason })}
        />
      </div>
      <MissPanel
        rows={data?.rows.filter((row) => row.group === 'miss')}
        linkOf={({ missId }) => link('misses', { missId })}
        {...state}
      />
    </>
  )
}

type MissPanelProps = {
  rows: MissRow[] | undefined
  linkOf: (row: MissRow) => string
  error: unknown
  onRetry: () => unknown
  isFetching: boolean
}

/** Questions that the knowledge had no answer to. */
function MissPanel({ rows, linkOf, ...props }: MissPanelProps) {
  const { timeZone } = useStatisticsFilter()
  const { data: accounts } = useSimpleAccounts()
  const canSee = useCan('channelAccount:viewPage')
  const { sort, column, onChange } = useUrlSort(MISSED_SORTS)
  const columns: TableColumnsType<MissRow> = [
    {
      title: texts.question,
      fixed: 'left',
      width: 320,
      render: (_, { question }) => <TruncatedText text={question} />,
    },
    {
      title: texts.times,
      width: 84,
      align: 'right',
      ...column('times'),
      render: (_, row) => (
        <Link className={styles.link} to={linkOf(row)}>
          {formatNumber(row.times)}
        </Link>
      ),
    },
    {
      title: texts.account,
      width: 160,
      render: (_, row) => <TruncatedText text={accounts?.find(isOf(row))?.name ?? ''} />,
    },
    {
      title: texts.lastAt,
      width: 150,
      ...column('lastAt'),
      render: (_, { lastAt }) => formatDateTime(lastAt, timeZone),
    },
    {
      title: '',
      width: 96,
      align: 'right',
      render: (_, row) => {
        const { isOpen } = row
        const account = accounts?.find(isOf(row))
        return (
          account &&
          isOpen &&
          canSee && (
            <Link className={styles.link} to={`${accountPath(account, 'ai-agent')}?tab=knowledge&sub=miss`}>
              {texts.addKnowledge}
            </Link>
          )
        )
      },
    },
  ]
  return (
    <RowsPanel
      title={texts.misses}
      rows={rows && sortMisses(rows, sort)}
      onChange={onChange}
      rowKey={({ missId }) => missId}
      columns={columns}
      width={810}
      icon={CircleCheck}
      none={texts.noMisses}
      {...props}
    />
  )
}

const isOf =
  ({ subSourceId }: MissRow) =>
  ({ relationId }: { relationId: string }) =>
    relationId === subSourceId
