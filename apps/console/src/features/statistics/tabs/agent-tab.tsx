import { AGENT_METRICS, type AgentRow } from '@ruwu/contract'
import { sortAgents } from '@ruwu/domain'
import { Avatar, Button, SideSheet } from '@ruwu/ui'
import { UsersRound } from 'lucide-react'
import { ChartPanel } from '../../../chart/chart-panel.tsx'
import { ListFoot } from '../../../list/list-foot.tsx'
import { pageOf, readPaging, withPaging } from '../../../list/url-query.ts'
import { useUrlSort } from '../../../list/url-sort.ts'
import { useUrlQuery } from '../../../list/use-url-query.ts'
import { metricColumns, metricWidth } from '../components/metric-columns.tsx'
import { RowsPanel } from '../components/rows-panel.tsx'
import { TileStrip } from '../components/tile-strip.tsx'
import { useAsOf, useFigures, useStatisticsFilter } from '../components/use-filter.ts'
import type { TabProps } from '../statistics-page.tsx'
import { readOpenAgent, withOpenAgent } from '../statistics-url.ts'
import { useAgentStatistics } from '../statistics.queries.ts'
import { texts } from '../texts.ts'
import styles from './tabs.module.css'

const WIDTH = AGENT_METRICS.reduce((sum, name) => sum + metricWidth(name), 150)

export function AgentTab({ onAsOf }: TabProps) {
  const asked = useStatisticsFilter()
  const { data, state, panelState, link, tileLink } = useFigures(asked, useAgentStatistics(asked.filter))
  const [query, change] = useUrlQuery()
  const { sort, column, onChange } = useUrlSort(AGENT_METRICS)
  useAsOf(data?.asOf, onAsOf)
  const openId = readOpenAgent(query)
  const opened = data?.rows.find(({ agentId }) => agentId === openId)
  const paging = readPaging(query)
  const sorted = data && sortAgents(data.rows, sort)
  const shown = sorted && pageOf(sorted, paging)
  return (
    <>
      <TileStrip
        label={texts.sums}
        // Hours of all agents together say nothing.
        tiles={data?.tiles.filter(({ name }) => name !== 'onlineTime')}
        count={AGENT_METRICS.length - 1}
        linkOf={tileLink}
        {...panelState}
      />
      <RowsPanel
        label={texts.tabs.agent}
        rows={shown?.rows}
        rowKey={({ agentId }) => agentId}
        width={WIDTH}
        {...state}
        onChange={onChange}
        icon={UsersRound}
        none={texts.noAgents}
        columns={[
          {
            title: texts.agent,
            fixed: 'left',
            width: 150,
            render: (_, row: AgentRow) => (
              <Button
                variant="link"
                className={styles.named}
                onClick={() => change((old) => withOpenAgent(old, row.agentId))}
              >
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
      {opened && (
        <AgentSheet key={opened.agentId} row={opened} onClose={() => change((old) => withOpenAgent(old, undefined))} />
      )}
    </>
  )
}

/** One agent's trend and figures by the page's filter. */
function AgentSheet({ row, onClose }: { row: AgentRow; onClose: () => void }) {
  const asked = useStatisticsFilter({ agentIds: [row.agentId] })
  const { data, panelState: state, tileLink, trend } = useFigures(asked, useAgentStatistics(asked.filter))
  return (
    <SideSheet title={texts.agentTrend(row.name)} width="xl" onClose={onClose}>
      <div className={styles.sheet}>
        <TileStrip label={row.name} tiles={data?.tiles} count={AGENT_METRICS.length} linkOf={tileLink} {...state} />
        <ChartPanel title={texts.trend} {...state} {...trend(data)} />
        <ChartPanel title={texts.responseTrend} {...state} {...trend(data, 'seconds')} />
        <ChartPanel title={texts.rateTrend} {...state} {...trend(data, 'rate')} />
      </div>
    </SideSheet>
  )
}
