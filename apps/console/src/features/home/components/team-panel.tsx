import { type Agent, type HomeTeamRow, type MetricName, SCOPE } from '@ruwu/contract'
import {
  DEFAULT_CUSTOMER_FILTER,
  filterToQuery,
  formatDuration,
  formatNumber,
  isLongWait,
  isOnline,
  METRIC_CATALOGUE,
  NO_VALUE,
  sortRows,
} from '@ruwu/domain'
import { cx, Panel } from '@ruwu/ui'
import { ChevronRight, UsersRound } from 'lucide-react'
import { Link } from 'react-router'
import { ListLink } from '../../../list/list-link.tsx'
import { SortHeader } from '../../../list/sort-header.tsx'
import { useUrlSort } from '../../../list/url-sort.ts'
import { currentAgentId } from '../../../session/current-agent.ts'
import { AgentCell, StatusText, useAgents } from '../../agent/index.ts'
import { useCan } from '../../permission/index.ts'
import { useTeam } from '../home.queries.ts'
import { useListPath } from '../home-range.ts'
import { texts } from '../texts.ts'
import { PanelBody } from './panel-body.tsx'
import styles from './home-table.module.css'

/** From this share of the limit on the bar warns. */
const BUSY_SHARE = 0.8

type Mate = HomeTeamRow & { agent: Agent }

const SORTS = ['current', 'waiting', 'longestWaitSec', 'todayReceived', 'humanFirstMedianSec'] as const

/** What every agent who receives customers has in hand. The server answers no rows to the data scope 本人: no panel. */
export function TeamPanel() {
  const team = useTeam()
  const { data: agents } = useAgents()
  const canManage = useCan('agentManagement:viewPage')
  const byId = new Map(agents?.map((agent) => [agent.id, agent]))
  const mates = team.data?.flatMap((row): Mate[] => {
    const agent = byId.get(row.agentId)
    return agent ? [{ ...row, agent }] : []
  })
  if (team.data?.length === 0) return null
  return (
    <Panel
      title={texts.team}
      note={mates && texts.online(mates.filter(({ agent }) => isOnline(agent.status)).length)}
      refreshing={team.isFetching && team.data !== undefined}
      actions={
        canManage && (
          <Link className={styles.more} to="/setting/agent">
            {texts.allAgents}
            <ChevronRight size={14} aria-hidden="true" />
          </Link>
        )
      }
    >
      <PanelBody query={{ ...team, data: agents && mates }} empty={{ icon: UsersRound, text: texts.noAgents }}>
        {(rows) => <TeamTable mates={rows} />}
      </PanelBody>
    </Panel>
  )
}

function TeamTable({ mates }: { mates: Mate[] }) {
  const canTransfer = useCan('im:manageCustomerTransfer')
  const canChat = useCan('im:viewPage')
  const listPath = useListPath()
  const { sort, onSort } = useUrlSort(SORTS, { field: 'waiting', order: 'desc' })
  const today = (metric: 'received' | 'humanFirstMedian', agentIds: string) =>
    listPath(metric, { range: 'today', agentIds })
  const header = (field: (typeof SORTS)[number], title: string, metric?: MetricName) => (
    <SortHeader
      {...{ field, sort, onSort }}
      className={field === 'current' ? '' : styles.end}
      definition={metric && METRIC_CATALOGUE[metric].definition}
    >
      {title}
    </SortHeader>
  )
  return (
    <table className={cx(styles.table, styles.team)}>
      <thead>
        <tr>
          <th>{texts.agent}</th>
          {header('current', texts.load)}
          {header('waiting', texts.waiting)}
          {header('longestWaitSec', texts.longestWait)}
          {header('todayReceived', texts.todayReceived, 'received')}
          {header('humanFirstMedianSec', texts.humanFirst, 'humanFirstMedian')}
          {canTransfer && <th aria-label={texts.transfer} />}
        </tr>
      </thead>
      <tbody>
        {sortRows(mates, sort, (row, field) => row[field]).map(
          ({ agent, current, limit, waiting, longestWaitSec, todayReceived, humanFirstMedianSec }) => (
            <tr key={agent.id}>
              <td>
                <span className={styles.agent}>
                  <AgentCell agent={agent} />
                  <StatusText agent={agent} />
                </span>
              </td>
              <td data-label={texts.load}>
                <Load current={current} limit={limit} />
              </td>
              <td className={cx(styles.end, waiting === 0 && styles.quiet)} data-label={texts.waiting}>
                {waiting > 0 ? (
                  <b>
                    <ListLink to={canChat ? waitingPath(agent) : undefined}>{formatNumber(waiting)}</ListLink>
                  </b>
                ) : (
                  0
                )}
              </td>
              <td
                className={cx(styles.end, waiting === 0 && styles.quiet, isLongWait(longestWaitSec) && styles.long)}
                data-label={texts.longestWait}
              >
                {waiting > 0 ? (
                  <ListLink to={canChat ? waitingPath(agent) : undefined}>{formatDuration(longestWaitSec)}</ListLink>
                ) : (
                  NO_VALUE
                )}
              </td>
              <td className={styles.end} data-label={texts.todayReceived}>
                <ListLink to={todayReceived > 0 ? today('received', agent.id) : undefined}>
                  {formatNumber(todayReceived)}
                </ListLink>
              </td>
              <td className={styles.end} data-label={texts.humanFirst}>
                <ListLink to={humanFirstMedianSec >= 0 ? today('humanFirstMedian', agent.id) : undefined}>
                  {formatDuration(humanFirstMedianSec)}
                </ListLink>
              </td>
              {canTransfer && (
                <td className={styles.end}>
                  {waiting > 0 && (
                    <Link to={waitingPath(agent)} aria-label={texts.transferFrom(agent.name)}>
                      {texts.transfer}
                    </Link>
                  )}
                </td>
              )}
            </tr>
          ),
        )}
      </tbody>
    </table>
  )
}

/** The agent's waiting customers, longest wait first. */
function waitingPath({ id: agentId }: Agent): string {
  const owner = agentId === currentAgentId() ? { scope: SCOPE.mine } : { scope: SCOPE.colleagues, agentId }
  return `/chat?${filterToQuery({ filter: { ...DEFAULT_CUSTOMER_FILTER, ...owner, replyState: 1 }, sort: 'longestWait' })}`
}

function Load({ current, limit }: { current: number; limit: number }) {
  const share = Math.min(1, current / limit)
  return (
    <span className={styles.load}>
      <i aria-hidden="true">
        <i className={cx(share >= BUSY_SHARE && styles.busy)} style={{ width: `${share * 100}%` }} />
      </i>
      {current}/{limit}
    </span>
  )
}
