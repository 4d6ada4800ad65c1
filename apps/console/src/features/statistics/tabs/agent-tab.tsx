import { AGENT_METRICS, type AgentId, type AgentRow, type StatisticsFilter } from '@ruwu/contract'
import { Avatar, Button, SideSheet } from '@ruwu/ui'
import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { ChartPanel } from '../../../chart/chart-panel.tsx'
import { ListFoot } from '../../../list/list-foot.tsx'
import { pageOf, readPaging, withPaging } from '../../../list/url-query.ts'
import { sortRows, useUrlSort } from '../../../list/url-sort.ts'
import { useUrlQuery } from '../../../list/use-url-query.ts'
import { metricColumns, metricWidth } from '../components/metric-columns.tsx'
import { RowsPanel } from '../components/rows-panel.tsx'
import { TileStrip } from '../components/tile-strip.tsx'
import { useAsOf, useStatisticsFilter } from '../components/use-filter.ts'
import type { TabProps } from '../statistics-page.tsx'
import { useAgentStatistics } from '../statistics.queries.ts'
import { texts } from '../texts.ts'
import styles from './tabs.module.css'

const WIDTH = AGENT_METRICS.reduce((sum, name) => sum + metricWidth(name), 150)

export function AgentTab({ onAsOf }: TabProps) {
  const { filter, link, tileLink } = useStatisticsFilter()
  const [query, change] = useUrlQuery()
  const { sort, column, onChange } = useUrlSort(AGENT_METRICS)
  const { data, error, isFetching, refetch } = useAgentStatistics(filter)
  const [opened, setOpened] = useState<AgentRow>()
  useAsOf(data?.asOf, onAsOf)
  const paging = readPaging(query)
  const sorted = data && sortRows(data.rows, sort, ({ values }, name) => values[name])
  const shown = sorted && pageOf(sorted, paging)
  return (
    <>
      <TileStrip
        label={texts.sums}
        // Hours of all agents together say nothing.
        tiles={data?.tiles.filter(({ name }) => name !== 'onlineTime')}
        count={AGENT_METRICS.length - 1}
        linkOf={tileLink}
        error={error}
        onRetry={refetch}
      />
      <RowsPanel
        label={texts.tabs.agent}
        rows={shown?.rows}
        rowKey={({ agentId }) => agentId}
        width={WIDTH}
        error={error}
        onRetry={refetch}
        isFetching={isFetching}
        onChange={onChange}
        icon={UsersRound}
        none={texts.noAgents}
        columns={[
          {
            title: texts.agent,
            fixed: 'left',
            width: 150,
            render: (_, row: AgentRow) => (
              <Button variant="link" className={styles.named} onClick={() => setOpened(row)}>
                <Avatar name={row.name} src={row.avatar} size={24} />
                {row.name}
              </Button>
            ),
          },
          ...metricColumns<AgentRow, (typeof AGENT_METRICS)[number]>({
            names: AGENT_METRICS,
            valueOf: ({ values }, name) => values[name],
            linkOf: ({ agentId }, name) => link(name as never, { filter: { agentIds: [agentId] } }),
            sorted: column,
          }),
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
      {opened && <AgentSheet row={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

/** One agent's trend and figures by the page's filter. */
function AgentSheet({ row, onClose }: { row: AgentRow; onClose: () => void }) {
  const { filter, trend } = useStatisticsFilter()
  const { data, error, isFetching, refetch } = useAgentStatistics(ofAgent(filter, row.agentId))
  const state = { error, onRetry: refetch, refreshing: isFetching && data !== undefined }
  return (
    <SideSheet title={texts.agentTrend(row.name)} width="xl" onClose={onClose}>
      <div className={styles.sheet}>
        <TileStrip label={row.name} tiles={data?.tiles} count={4} {...state} />
        <ChartPanel title={texts.trend} {...state} {...plain(trend(data))} />
        <ChartPanel title={texts.responseTrend} {...state} {...plain(trend(data, 'seconds'))} />
        <ChartPanel title={texts.rateTrend} {...state} {...plain(trend(data, 'rate'))} />
      </div>
    </SideSheet>
  )
}

type Trend = ReturnType<ReturnType<typeof useStatisticsFilter>['trend']>

/** The drawer's trends open no list: the page's filter is not the drawer's. */
const plain = ({ data, definitions }: Trend) => ({ data, definitions })

const ofAgent = (filter: StatisticsFilter, agentId: AgentId): StatisticsFilter => ({ ...filter, agentIds: [agentId] })
