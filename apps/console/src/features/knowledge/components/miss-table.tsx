import type { Miss, RelationId } from '@ruwu/contract'
import { formatDateTime, formatNumber } from '@ruwu/domain'
import { TruncatedText } from '@ruwu/ui'
import { Table, type TableColumnsType } from 'antd'
import { useTimeZone } from '../../enterprise/index.ts'
import { texts } from '../texts.ts'
import { ChatLink } from './chat-link.tsx'
import { MissActions } from './miss-actions.tsx'

export type MissListProps = {
  relationId: RelationId
  misses: Miss[]
  canEdit: boolean
  onFill: (miss: Miss) => void
}

export function MissTable({ relationId, misses, canEdit, onFill }: MissListProps) {
  const timeZone = useTimeZone()
  const columns: TableColumnsType<Miss> = [
    {
      title: texts.missQuestion,
      fixed: 'left',
      width: 188,
      render: (_, { question }) => <TruncatedText text={question} />,
    },
    { title: texts.missTimes, width: 56, align: 'right', render: (_, { times }) => formatNumber(times) },
    {
      title: texts.missCustomer,
      width: 90,
      ellipsis: true,
      render: (_, { customerId, customerName, messageId }) => (
        <ChatLink customerId={customerId} messageId={messageId}>
          {customerName || texts.seeChat}
        </ChatLink>
      ),
    },
    { title: texts.missAt, width: 136, render: (_, { lastAt }) => formatDateTime(lastAt, timeZone) },
    ...(canEdit
      ? [
          {
            title: texts.actions,
            fixed: 'right' as const,
            width: 126,
            render: (_: unknown, miss: Miss) => <MissActions relationId={relationId} miss={miss} onFill={onFill} />,
          },
        ]
      : []),
  ]
  return (
    <Table
      rowKey="id"
      columns={columns}
      dataSource={misses}
      pagination={false}
      tableLayout="fixed"
      scroll={{ x: canEdit ? 596 : 470 }}
    />
  )
}
