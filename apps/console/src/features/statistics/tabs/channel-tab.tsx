import { CHANNEL_GROUPS, CHANNEL_METRICS, CHANNEL_SORTS, type ChannelRow, type StatisticsFilter } from '@ruwu/contract'
import { formatMetric, formatMoney, formatPercent, NO_VALUE, sortChannels } from '@ruwu/domain'
import { ErrorBlock, Panel, SkeletonRows, TruncatedText } from '@ruwu/ui'
import { Segmented, Table, type TableColumnsType } from 'antd'
import { Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { messageOf } from '../../../api/errors.ts'
import { optionsOf } from '../../../list/filter-row.tsx'
import { ListFoot } from '../../../list/list-foot.tsx'
import { ListLink } from '../../../list/list-link.tsx'
import { NoRows } from '../../../list/no-rows.tsx'
import { pageOf, readPaging, withPaging } from '../../../list/url-query.ts'
import { useUrlSort } from '../../../list/url-sort.ts'
import { useUrlQuery } from '../../../list/use-url-query.ts'
import { SourceIcon } from '../../../rendering/source-icon.tsx'
import { metricColumns, metricTitle } from '../components/metric-columns.tsx'
import { RowsPanel } from '../components/rows-panel.tsx'
import { TileStrip } from '../components/tile-strip.tsx'
import { useAsOf, useFigures, useStatisticsFilter } from '../components/use-filter.ts'
import type { TabProps } from '../statistics-page.tsx'
import { useChannelStatistics } from '../statistics.queries.ts'
import { texts } from '../texts.ts'
import styles from './tabs.module.css'

type Group = ChannelRow['group']
type AccountRow = Extract<ChannelRow, { group: 'account' }>

const readGroup = (query: URLSearchParams): Group => CHANNEL_GROUPS.find((it) => it === query.get('by')) ?? 'account'

export function ChannelTab({ onAsOf }: TabProps) {
  const asked = useStatisticsFilter()
  const { data, filter, state, panelState, link, tileLink } = useFigures(asked, useChannelStatistics(asked.filter))
  const [query, change] = useUrlQuery()
  const group = readGroup(query)
  const { sort, column, onChange } = useUrlSort(CHANNEL_SORTS)
  useAsOf(data?.asOf, onAsOf)
  const rows = data?.rows.filter((row) => row.group === group)
  // The server's own order has sub-accounts below their main account.
  const sorted = rows && sortChannels(rows, sort)
  const paging = readPaging(query)
  const shown = sorted && pageOf(sorted, paging)
  const cost: TableColumnsType<ChannelRow> = [
    {
      title: texts.cost,
      align: 'right',
      width: 110,
      ...column('cost'),
      render: (_, row) => formatMoney(row.group === 'ad' ? row.cost : null),
    },
    {
      title: texts.costPerLead,
      align: 'right',
      width: 124,
      ...column('costPerLead'),
      render: (_, row) => costText(row),
    },
  ]
  return (
    <>
      <TileStrip
        label={texts.sums}
        tiles={data?.tiles}
        count={CHANNEL_METRICS.length}
        linkOf={tileLink}
        {...panelState}
      />
      <RowsPanel
        label={texts.tabs.channel}
        head={
          <div className={styles.note}>
            <Segmented
              aria-label={texts.channelGroup}
              value={group}
              options={optionsOf(CHANNEL_GROUPS, texts.channelGroups)}
              onChange={(next) => change((old) => withGroup(old, next))}
            />
          </div>
        }
        rows={shown?.rows}
        rowKey={keyOf}
        width={1078}
        {...state}
        onChange={onChange}
        icon={Share2}
        none={texts.noChannels}
        columns={[
          {
            title: texts.channelGroups[group],
            fixed: 'left',
            width: 220,
            render: (_, row: ChannelRow) => <ChannelName row={row} />,
          },
          ...metricColumns<ChannelRow, (typeof CHANNEL_METRICS)[number]>({
            names: CHANNEL_METRICS,
            valueOf: ({ values }, name) => values[name],
            linkOf: (row, name) => link(name as never, narrowed(row, filter, data?.rows)),
            sorted: column,
          }),
          ...cost,
        ]}
        foot={
          shown && (
            <ListFoot
              total={sorted.length}
              paging={{ ...paging, page: shown.page }}
              onTurn={(next) => change((old) => withPaging(old, next))}
            />
          )
        }
      />
    </>
  )
}

function withGroup(query: URLSearchParams, group: Group): URLSearchParams {
  const next = withPaging(query, { ...readPaging(query), page: 1 })
  if (group === 'account') next.delete('by')
  else next.set('by', group)
  return next
}

/** −1: no lead to divide by. */
const costText = (row: ChannelRow) =>
  row.group === 'ad' && row.costPerLead !== -1 ? formatMoney(row.costPerLead) : NO_VALUE

const keyOf = (row: ChannelRow): string =>
  row.group === 'account' ? row.subSourceId : row.group === 'content' ? row.contentId : row.adId

/** What a row counts; of a main account that is not chosen itself only its chosen sub-accounts. */
function narrowed(row: ChannelRow, { subSourceIds: chosen }: StatisticsFilter, rows: readonly ChannelRow[] = []) {
  if (row.group === 'content') return { contentId: row.contentId }
  if (row.group === 'ad') return { adId: row.adId }
  const id = row.subSourceId
  const isPart = row.parentId === null && chosen.length > 0 && !chosen.includes(id)
  const below = rows.flatMap((each) => (each.group === 'account' && each.parentId === id ? [each.subSourceId] : []))
  return { filter: { subSourceIds: isPart ? below : [id] } }
}

function ChannelName({ row }: { row: ChannelRow }) {
  const isSub = row.group === 'account' && row.parentId !== null
  return (
    <span className={`${styles.named} ${isSub ? styles.sub : ''}`}>
      {!isSub && <SourceIcon source={row.source} />}
      <TruncatedText text={row.name} />
    </span>
  )
}

const PANEL_METRICS = ['enterCustomers', 'leadCustomers', 'leadRate'] as const
type PanelMetric = (typeof PANEL_METRICS)[number]

/** The first accounts in the chosen order, most customers without one, beside the overview. */
export function ChannelPanel({ most, action }: { most: number; action: ReactNode }) {
  const asked = useStatisticsFilter()
  const { data, filter, panelState, link } = useFigures(asked, useChannelStatistics(asked.filter))
  const { error, onRetry, refreshing } = panelState
  const { sort, column, onChange } = useUrlSort(PANEL_METRICS, { field: 'enterCustomers', order: 'desc' })
  const accounts = data?.rows.filter((row) => row.group === 'account')
  const rows = accounts && sortChannels(accounts, sort).slice(0, most)
  const figure = (name: PanelMetric, title: string, width: number) => ({
    ...metricTitle(name, title),
    width,
    align: 'right' as const,
    ...column(name),
    render: (_: unknown, row: AccountRow) => {
      const value = row.values[name]
      return (
        <ListLink to={value > 0 ? link(name, narrowed(row, filter, data?.rows)) : undefined}>
          {name === 'leadRate' ? <Rate value={value} /> : formatMetric(name, value)}
        </ListLink>
      )
    },
  })
  return (
    <Panel title={texts.accounts} actions={action} refreshing={refreshing}>
      {error && !rows ? (
        <ErrorBlock message={messageOf(error)} onRetry={onRetry} />
      ) : !rows ? (
        <SkeletonRows rows={most} disc={false} />
      ) : rows.length === 0 ? (
        <NoRows onClear={undefined} icon={Share2} text={texts.noChannels} />
      ) : (
        <Table<AccountRow>
          rowKey={keyOf}
          size="small"
          tableLayout="fixed"
          pagination={false}
          dataSource={rows}
          columns={[
            { title: texts.account, render: (_, row) => <ChannelName row={{ ...row, parentId: null }} /> },
            figure('enterCustomers', texts.enter, 64),
            figure('leadCustomers', texts.lead, 64),
            figure('leadRate', texts.leadRate, 108),
          ]}
          onChange={onChange}
        />
      )}
    </Panel>
  )
}

export const Rate = ({ value }: { value: number }) => (
  <span className={styles.rate}>
    {value >= 0 && (
      <i aria-hidden="true">
        <span style={{ width: `${Math.min(1, value) * 100}%` }} />
      </i>
    )}
    {formatPercent(value)}
  </span>
)
