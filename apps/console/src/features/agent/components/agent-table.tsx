import type { Agent } from '@ruwu/contract'
import { formatDateTime } from '@ruwu/domain'
import { TruncatedText } from '@ruwu/ui'
import { Table, type TableColumnsType } from 'antd'
import { useTimeZone } from '../../enterprise/index.ts'
import { texts } from '../texts.ts'
import { AgentActions } from './agent-actions.tsx'
import { AgentCell, EnabledText, LastLogin, StatusText } from './agent-cell.tsx'

export type AgentListProps = { agents: Agent[]; canEdit: boolean }

export function AgentTable({ agents, canEdit }: AgentListProps) {
  const timeZone = useTimeZone()
  const columns: TableColumnsType<Agent> = [
    { title: texts.name, fixed: 'left', width: 150, render: (_, agent) => <AgentCell agent={agent} /> },
    { title: texts.telephone, dataIndex: 'telephone', width: 110 },
    { title: texts.role, width: 92, render: (_, agent) => <TruncatedText text={agent.roleName} /> },
    { title: texts.status, width: 58, render: (_, agent) => <StatusText agent={agent} /> },
    { title: texts.lastLogin, width: 236, render: (_, agent) => <LastLogin agent={agent} timeZone={timeZone} /> },
    { title: texts.createdAt, width: 128, render: (_, agent) => formatDateTime(agent.createdAt, timeZone) },
    { title: texts.enabled, width: 64, render: (_, agent) => <EnabledText agent={agent} /> },
  ]
  if (canEdit)
    columns.push({
      title: texts.actions,
      fixed: 'right',
      width: 190,
      render: (_, agent) => <AgentActions agent={agent} />,
    })
  return (
    <Table
      rowKey="id"
      columns={columns}
      dataSource={agents}
      pagination={false}
      // Fixed layout: a long name is truncated instead of pushing columns out; all columns fit at 1280 px.
      tableLayout="fixed"
      scroll={{ x: 1028 }}
    />
  )
}
