import { ORDER_STATUSES, PAY_METHODS, type Order, type OrderStatus } from '@ruwu/contract'
import {
  canPayOrder,
  canSubmitLateProof,
  formatDateTime,
  formatMoney,
  nextOrderStatus,
  ORDER_STATUS_LABELS,
  PAY_METHOD_LABELS,
} from '@ruwu/domain'
import { Button, confirm, ErrorBlock, Panel, SkeletonRows, StatusLabel, toast, type Tone } from '@ruwu/ui'
import { Table, type TableColumnsType } from 'antd'
import { ReceiptText } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { messageOf } from '../../api/errors.ts'
import { showError } from '../../api/show-error.ts'
import { useMinute } from '../../browser/clock.ts'
import { useIsPhone } from '../../browser/media-query.ts'
import { runtimeConfig } from '../../browser/runtime-config.ts'
import { serverTime } from '../../browser/server-clock.ts'
import { DateFilter } from '../../list/date-filter.tsx'
import { FilterRow, FilterSelect } from '../../list/filter-row.tsx'
import { KeywordInput } from '../../list/keyword-input.tsx'
import { ListFoot } from '../../list/list-foot.tsx'
import { NoRows } from '../../list/no-rows.tsx'
import { pageSizeOf, type Paging, withPaging } from '../../list/url-query.ts'
import { useTimeZone } from '../enterprise/index.ts'
import { useCan } from '../permission/index.ts'
import { PointFrame } from '../points/index.ts'
import { isFiltered, type OrderFilter, readOrderFilter, toOrderQuery, writeOrderFilter } from './order-filter.ts'
import { useCancelOrder } from './order.mutations.ts'
import { useOrders } from './order.queries.ts'
import { texts } from './texts.ts'
import styles from './order-page.module.css'

const statuses = ORDER_STATUSES.map((value) => ({ value, label: ORDER_STATUS_LABELS[value] }))
const methods = PAY_METHODS.map((value) => ({ value, label: PAY_METHOD_LABELS[value] }))

/** 订单: every order of points. */
export function OrderPage() {
  const [search, setSearch] = useSearchParams()
  const filter = readOrderFilter(search)
  const clear = isFiltered(filter) ? () => setSearch(new URLSearchParams()) : undefined
  const change = (part: OrderFilter) => setSearch(writeOrderFilter({ ...filter, ...part }))
  return (
    <PointFrame>
      <FilterRow onClear={clear}>
        <KeywordInput
          value={filter.orderNo ?? ''}
          placeholder={texts.search}
          onChange={(orderNo) => change({ orderNo })}
        />
        <FilterSelect
          label={texts.status}
          value={filter.status}
          options={statuses}
          onChange={(status) => change({ status })}
        />
        <FilterSelect
          label={texts.method}
          value={filter.method}
          options={methods}
          onChange={(method) => change({ method })}
        />
        <DateFilter canBeAll value={filter.dates} timeZone={useTimeZone()} onChange={(dates) => change({ dates })} />
      </FilterRow>
      <OrderPanel filter={filter} onClear={clear} />
    </PointFrame>
  )
}

type OrderPanelProps = { filter: OrderFilter & Paging; onClear: (() => void) | undefined }

function OrderPanel({ filter, onClear }: OrderPanelProps) {
  const { page, pageSize } = filter
  const query = toOrderQuery(filter, new Date(useMinute()), useTimeZone())
  const { data, error, isFetching, refetch } = useOrders({ ...query, page, pageSize })
  const [, setSearch] = useSearchParams()
  const isPhone = useIsPhone()
  const List = isPhone ? OrderCards : OrderTable
  return (
    <Panel refreshing={isFetching && data !== undefined}>
      {error && !data ? (
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      ) : !data ? (
        <SkeletonRows rows={8} head={!isPhone} disc={false} />
      ) : data.items.length === 0 ? (
        <NoRows onClear={onClear} icon={ReceiptText} text={texts.noOrders} />
      ) : (
        <>
          <List orders={data.items} />
          <ListFoot
            total={data.total}
            paging={{ page: data.page, pageSize: pageSizeOf(data.pageSize) }}
            onTurn={(next) => setSearch((old) => withPaging(old, next))}
          />
        </>
      )}
    </Panel>
  )
}

const TONES: Record<OrderStatus, Tone> = {
  unpaid: 'warning',
  checking: 'warning',
  paid: 'success',
  cancelled: 'quiet',
  refunded: 'quiet',
}

const Status = ({ order }: { order: Order }) => (
  <span title={order.reason || undefined}>
    <StatusLabel tone={TONES[order.status]}>{ORDER_STATUS_LABELS[order.status]}</StatusLabel>
  </span>
)

const methodText = ({ method }: Order) => (method ? PAY_METHOD_LABELS[method] : '--')

function OrderTable({ orders }: { orders: Order[] }) {
  const timeZone = useTimeZone()
  const columns: TableColumnsType<Order> = [
    { title: texts.orderNo, fixed: 'left', width: 176, render: (_, { orderNo }) => orderNo },
    { title: texts.package, width: 88, render: (_, { packageName }) => packageName },
    {
      title: texts.points,
      width: 128,
      align: 'right',
      render: (_, { points, bonusPoints }) => texts.withBonus(points, bonusPoints),
    },
    { title: texts.amount, width: 104, align: 'right', render: (_, { amount }) => formatMoney(amount) },
    { title: texts.method, width: 88, render: (_, order) => methodText(order) },
    { title: texts.status, width: 80, render: (_, order) => <Status order={order} /> },
    { title: texts.agent, width: 80, render: (_, { agentName }) => agentName },
    { title: texts.createdAt, width: 136, render: (_, { createdAt }) => formatDateTime(createdAt, timeZone) },
    { title: texts.paidAt, width: 136, render: (_, { paidAt }) => (paidAt ? formatDateTime(paidAt, timeZone) : '--') },
    { title: texts.actions, width: 144, render: (_, order) => <OrderActions order={order} /> },
  ]
  return (
    <Table
      rowKey="orderNo"
      columns={columns}
      dataSource={orders}
      pagination={false}
      tableLayout="fixed"
      scroll={{ x: 1160 }}
    />
  )
}

/** The table on a phone: one card per order. */
function OrderCards({ orders }: { orders: Order[] }) {
  const timeZone = useTimeZone()
  return (
    <ul className={styles.cards}>
      {orders.map((order) => (
        <li key={order.orderNo}>
          <div className={styles.line}>
            <span>
              {order.packageName} · {texts.withBonus(order.points, order.bonusPoints)}
            </span>
            <b>{formatMoney(order.amount)}</b>
          </div>
          <p className={styles.meta}>
            <Status order={order} />
            <span>{methodText(order)}</span>
            <span>{formatDateTime(order.createdAt, timeZone)}</span>
            <span>{order.agentName}</span>
            <span>{order.orderNo}</span>
          </p>
          <OrderActions order={order} />
        </li>
      ))}
    </ul>
  )
}

function OrderActions({ order }: { order: Order }) {
  const canBuy = useCan('pointManagement:purchase')
  const cancel = useCancelOrder()
  const now = serverTime(useMinute())
  const { orderNo, status } = order
  const askAndCancel = async () => {
    if (!(await confirm({ title: texts.cancelTitle(orderNo), content: texts.cancelText }))) return
    cancel.mutate(orderNo, { onSuccess: () => toast.success(texts.wasCancelled), onError: showError })
  }
  if (!canBuy) return null
  const payPath = `/point/order-pay?orderNo=${orderNo}`
  return (
    <span className={styles.actions}>
      {canPayOrder(order, now) && runtimeConfig().payMethods.length > 0 && (
        <Link className={styles.link} to={payPath}>
          {texts.goPay}
        </Link>
      )}
      {status === 'checking' && (
        <Link className={styles.link} to={payPath}>
          {texts.proofAgain}
        </Link>
      )}
      {canSubmitLateProof(order) && (
        <Link className={styles.link} to={payPath}>
          {texts.proof}
        </Link>
      )}
      {nextOrderStatus(status, 'cancel') && (
        <Button variant="link" busy={cancel.isPending} onClick={() => void askAndCancel()}>
          {texts.cancel}
        </Button>
      )}
    </span>
  )
}
