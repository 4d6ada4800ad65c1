import { POINT_POOLS, type PointBill } from '@ruwu/contract'
import { formatDateTime, formatNumber, POINT_TYPE_LABELS } from '@ruwu/domain'
import { CutText } from '@ruwu/ui'
import { Table, type TableColumnsType } from 'antd'
import { useTimeZone } from '../../enterprise/index.ts'
import { texts } from '../texts.ts'
import { Delta, Item, Operator, Related } from './bill-cells.tsx'

const number = (title: string, read: (bill: PointBill) => number, width: number) => ({
  title,
  width,
  align: 'right' as const,
  render: (_: unknown, bill: PointBill) => formatNumber(read(bill)),
})

export function BillTable({ bills }: { bills: PointBill[] }) {
  const timeZone = useTimeZone()
  const columns: TableColumnsType<PointBill> = [
    { title: texts.at, fixed: 'left', width: 140, render: (_, { at }) => formatDateTime(at, timeZone) },
    { title: texts.type, width: 64, render: (_, { type }) => POINT_TYPE_LABELS[type] },
    { title: texts.item, width: 104, render: (_, bill) => <Item bill={bill} /> },
    { title: texts.delta, width: 84, align: 'right', render: (_, { delta }) => <Delta value={delta} /> },
    {
      title: texts.after,
      children: [
        number(texts.balance, (bill) => bill.balance, 84),
        ...POINT_POOLS.map((pool) => number(texts[pool], (bill) => bill[pool], 84)),
      ],
    },
    { title: texts.account, width: 120, render: (_, { accountName }) => <CutText text={accountName} /> },
    { title: texts.related, width: 200, render: (_, bill) => <Related bill={bill} /> },
    { title: texts.operator, width: 84, render: (_, { operatorId }) => <Operator id={operatorId} /> },
  ]
  return (
    <Table
      rowKey="id"
      columns={columns}
      dataSource={bills}
      pagination={false}
      tableLayout="fixed"
      scroll={{ x: 1132 }}
    />
  )
}
