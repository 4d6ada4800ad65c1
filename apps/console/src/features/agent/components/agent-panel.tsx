import type { Agent } from '@ruwu/contract'
import { accountsText, formatDateTime, sortRows } from '@ruwu/domain'
import { ErrorBlock, Panel, SkeletonRows, TruncatedText } from '@ruwu/ui'
import { Table, type TableColumnsType } from 'antd'
import { UsersRound } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { messageOf } from '../../../api/errors.ts'
import { useIsPhone } from '../../../browser/media-query.ts'
import { ListFoot } from '../../../list/list-foot.tsx'
import { NoRows } from '../../../list/no-rows.tsx'
import { pageOf, readPaging, withPaging } from '../../../list/url-query.ts'
import { useUrlSort } from '../../../list/url-sort.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { useCan } from '../../permission/index.ts'
import { useFilteredAgents, type AgentFilter } from '../agent.queries.ts'
import { texts } from '../texts.ts'
import { AgentActions } from './agent-actions.tsx'
import { AgentCell, EnabledText, LastLogin, StatusText } from './agent-cell.tsx'
import styles from './agent-panel.module.css'

const CARD_HEIGHT = 149
const SORTS = ['current', 'lastLoginAt', 'createdAt'] as const

type AgentPanelProps = { filter: AgentFilter; onClear: (() => void) | undefined }

export function AgentPanel({ filter, onClear }: AgentPanelProps) {
  const { data: agents, error, isFetching, refetch } = useFilteredAgents(filter)
  const isPhone = useIsPhone()
  return (
    <Panel refreshing={isFetching && agents !== undefined}>
      {error && !agents ? (
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      ) : !agents ? (
        <SkeletonRows rows={8} height={isPhone ? CARD_HEIGHT : undefined} head={!isPhone} />
      ) : agents.length === 0 ? (
        <NoRows onClear={onClear} icon={UsersRound} text={texts.none} />
      ) : (
        <AgentList agents={agents} />
      )}
    </Panel>
  )
}

function AgentList({ agents }: { agents: Agent[] }) {
  const [search, setSearch] = useSearchParams()
  const paging = readPaging(search)
  const { sort } = useUrlSort(SORTS)
  const { rows, page } = pageOf(
    sortRows(agents, sort, (agent, field) => agent[field]),
    paging,
  )
  const List = useIsPhone() ? AgentCards : AgentTable
  return (
    <>
      <List agents={rows} canEdit={useCan('agentManagement:settingsEdit')} />
      <ListFoot
        total={agents.length}
        paging={{ ...paging, page }}
        onTurn={(next) => setSearch((old) => withPaging(old, next))}
      />
    </>
  )
}

/** The table on a phone: one card per agent. */
function AgentCards({ agents, canEdit }: AgentListProps) {
  const timeZone = useTimeZone()
  return (
    <ul className={styles.cards}>
      {agents.map((agent) => (
        <li key={agent.id}>
          <div className={styles.line}>
            <AgentCell agent={agent} />
            <StatusText agent={agent} />
          </div>
          <p className={styles.meta}>
            <span>{agent.roleName}</span>
            <span>{agent.telephone}</span>
            <EnabledText agent={agent} />
          </p>
          <p className={styles.meta}>
            <span>
              {texts.reception} {agent.current} / {agent.limit}
            </span>
            <span>
              {texts.accounts} {accountsText(agent)}
            </span>
          </p>
          <p className={styles.meta}>
            {texts.lastLogin} <LastLogin agent={agent} timeZone={timeZone} withIp={false} />
          </p>
          {canEdit && <AgentActions agent={agent} />}
        </li>
      ))}
    </ul>
  )
}

type AgentListProps = { agents: Agent[]; canEdit: boolean }

function AgentTable({ agents, canEdit }: AgentListProps) {
  const timeZone = useTimeZone()
  const { column, onChange } = useUrlSort(SORTS)
  const columns: TableColumnsType<Agent> = [
    { title: texts.name, fixed: 'left', width: 150, render: (_, agent) => <AgentCell agent={agent} /> },
    { title: texts.telephone, dataIndex: 'telephone', width: 112 },
    { title: texts.role, width: 92, render: (_, agent) => <TruncatedText text={agent.roleName} /> },
    { title: texts.accounts, width: 92, render: (_, agent) => accountsText(agent) },
    {
      title: texts.reception,
      width: 96,
      align: 'right',
      ...column('current'),
      render: (_, agent) => `${agent.current} / ${agent.limit}`,
    },
    { title: texts.status, width: 60, render: (_, agent) => <StatusText agent={agent} /> },
    {
      title: texts.lastLogin,
      width: 138,
      ...column('lastLoginAt'),
      render: (_, agent) => <LastLogin agent={agent} timeZone={timeZone} />,
    },
    {
      title: texts.createdAt,
      width: 138,
      ...column('createdAt'),
      render: (_, agent) => formatDateTime(agent.createdAt, timeZone),
    },
    { title: texts.enabled, width: 68, render: (_, agent) => <EnabledText agent={agent} /> },
  ]
  if (canEdit)
    columns.push({
      title: texts.actions,
      fixed: 'right',
      width: 226,
      render: (_, agent) => <AgentActions agent={agent} />,
    })
  return (
    <Table
      rowKey="id"
      columns={columns}
      dataSource={agents}
      onChange={onChange}
      pagination={false}
      // Fixed layout: a long name is truncated instead of pushing columns out; all columns fit at 1440 px.
      tableLayout="fixed"
      scroll={{ x: canEdit ? 1172 : 946 }}
    />
  )
}
