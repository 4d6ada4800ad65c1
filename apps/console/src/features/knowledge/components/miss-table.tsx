import { type Miss, MISS_SORTS, type RelationId } from '@ruwu/contract'
import { formatDateTime, formatNumber } from '@ruwu/domain'
import { TruncatedText } from '@ruwu/ui'
import { Table, type TableColumnsType } from 'antd'
import { useUrlSort } from '../../../list/url-sort.ts'
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
  const { column, onChange } = useUrlSort(MISS_SORTS)
  const columns: TableColumnsType<Miss> = [
    {
      title: texts.missQuestion,
      fixed: 'left',
      width: 188,
      render: (_, { question }) => <TruncatedText text={question} />,
    },
    {
      title: texts.missTimes,
      width: 80,
      align: 'right',
      ...column('times'),
      render: (_, { times }) => formatNumber(times),
    },
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
    {
      title: texts.missAt,
      width: 144,
      ...column('lastAt'),
      render: (_, { lastAt }) => formatDateTime(lastAt, timeZone),
    },
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
      onChange={onChange}
      pagination={false}
      tableLayout="fixed"
      scroll={{ x: canEdit ? 628 : 502 }}
    />
  )
}
