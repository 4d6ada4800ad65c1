import { ORDER_SORTS, type Order, type OrderStatus } from '@ruwu/contract'
import {
  formatDateTime,
  formatMoney,
  invoiceLabel,
  NO_VALUE,
  ORDER_STATUS_LABELS,
  orderPointsText,
  PAY_METHOD_LABELS,
} from '@ruwu/domain'
import { StatusLabel, type Tone } from '@ruwu/ui'
import { Table, type TableColumnsType } from 'antd'
import { RowCard, RowCards } from '../../list/row-cards.tsx'
import { useUrlSort } from '../../list/url-sort.ts'
import { useTimeZone } from '../enterprise/index.ts'
import { OrderActions } from './order-actions.tsx'
import { texts } from './texts.ts'

const TONES: Record<OrderStatus, Tone> = {
  unpaid: 'warning',
  checking: 'warning',
  paid: 'success',
  cancelled: 'quiet',
  refunded: 'quiet',
}

export const OrderStatusLabel = ({ order }: { order: Order }) => (
  <span title={order.reason || undefined}>
    <StatusLabel tone={TONES[order.status]}>{ORDER_STATUS_LABELS[order.status]}</StatusLabel>
  </span>
)

const methodText = ({ method }: Order) => (method ? PAY_METHOD_LABELS[method] : NO_VALUE)

export function OrderTable({ orders }: { orders: Order[] }) {
  const timeZone = useTimeZone()
  const { column, onChange } = useUrlSort(ORDER_SORTS)
  const columns: TableColumnsType<Order> = [
    { title: texts.orderNo, fixed: 'left', width: 162, render: (_, { orderNo }) => orderNo },
    { title: texts.package, width: 92, render: (_, { packageName }) => packageName },
    {
      title: texts.points,
      width: 122,
      align: 'right',
      ...column('points'),
      render: (_, order) => orderPointsText(order),
    },
    {
      title: texts.amount,
      width: 98,
      align: 'right',
      ...column('amount'),
      render: (_, { amount }) => formatMoney(amount),
    },
    { title: texts.method, width: 80, render: (_, order) => methodText(order) },
    { title: texts.status, width: 68, render: (_, order) => <OrderStatusLabel order={order} /> },
    { title: texts.agent, width: 68, render: (_, { agentName }) => agentName },
    {
      title: texts.createdAt,
      width: 130,
      ...column('createdAt'),
      render: (_, { createdAt }) => formatDateTime(createdAt, timeZone),
    },
    {
      title: texts.paidAt,
      width: 130,
      ...column('paidAt'),
      render: (_, { paidAt }) => formatDateTime(paidAt, timeZone),
    },
    { title: texts.invoice, width: 68, render: (_, order) => invoiceLabel(order) || NO_VALUE },
    {
      title: texts.actions,
      fixed: 'right',
      width: 176,
      render: (_, order) => <OrderActions order={order} withDetail />,
    },
  ]
  return (
    <Table
      rowKey="orderNo"
      columns={columns}
      dataSource={orders}
      pagination={false}
      tableLayout="fixed"
      // All columns fit at 1440 px.
      scroll={{ x: 1194 }}
      onChange={onChange}
    />
  )
}

/** The table on a phone. */
export function OrderCards({ orders }: { orders: Order[] }) {
  const timeZone = useTimeZone()
  return (
    <RowCards>
      {orders.map((order) => (
        <RowCard
          key={order.orderNo}
          title={`${order.packageName} · ${orderPointsText(order)}`}
          value={formatMoney(order.amount)}
          foot={<OrderActions order={order} withDetail />}
        >
          <OrderStatusLabel order={order} />
          <span>{order.method && methodText(order)}</span>
          <span>{formatDateTime(order.createdAt, timeZone)}</span>
          <span>{order.agentName}</span>
          <span>{invoiceLabel(order) && texts.invoiceOf(invoiceLabel(order))}</span>
          <span>{order.orderNo}</span>
        </RowCard>
      ))}
    </RowCards>
  )
}
