import type { Agent } from '@ruwu/contract'
import { formatDateTime } from '@ruwu/domain'
import { Button, Table, type TableColumnsType } from 'antd'
import { useTimeZone } from '../../enterprise/index.ts'
import { texts } from '../texts.ts'
import { AgentCell, EnabledWord, LastLogin, StatusWord } from './agent-cell.tsx'

export type AgentListProps = {
  agents: Agent[]
  /** The action for a row, undefined where it is not allowed. */
  onForceOffline: (agent: Agent) => (() => Promise<void>) | undefined
}

export function AgentTable({ agents, onForceOffline }: AgentListProps) {
  const timeZone = useTimeZone()
  const hasActions = agents.some((agent) => onForceOffline(agent))
  const columns: TableColumnsType<Agent> = [
    { title: texts.name, fixed: 'left', width: 180, render: (_, agent) => <AgentCell agent={agent} /> },
    { title: texts.telephone, dataIndex: 'telephone', width: 130 },
    { title: texts.role, dataIndex: 'roleName', width: 110, ellipsis: true },
    { title: texts.status, width: 80, render: (_, agent) => <StatusWord agent={agent} /> },
    { title: texts.lastLogin, width: 250, render: (_, agent) => <LastLogin agent={agent} timeZone={timeZone} /> },
    { title: texts.createdAt, width: 150, render: (_, agent) => formatDateTime(agent.createdAt, timeZone) },
    { title: texts.enabled, width: 90, render: (_, agent) => <EnabledWord agent={agent} /> },
  ]
  if (hasActions)
    columns.push({
      title: texts.actions,
      width: 100,
      render: (_, agent) => <ForceOffline run={onForceOffline(agent)} />,
    })
  return <Table rowKey="id" columns={columns} dataSource={agents} pagination={false} scroll={{ x: 'max-content' }} />
}

export function ForceOffline({ run }: { run: (() => Promise<void>) | undefined }) {
  if (!run) return null
  return (
    <Button type="link" size="small" onClick={run}>
      {texts.forceOffline}
    </Button>
  )
}
