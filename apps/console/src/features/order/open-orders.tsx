import type { Order } from '@ruwu/contract'
import { canPayOrder, formatMoney, orderPointsText, PAY_METHOD_LABELS } from '@ruwu/domain'
import { buttonClass, ErrorBlock, Panel, StatusLabel } from '@ruwu/ui'
import { Clock } from 'lucide-react'
import { Link } from 'react-router'
import { messageOf } from '../../api/errors.ts'
import { useMinute } from '../../browser/clock.ts'
import { runtimeConfig } from '../../browser/runtime-config.ts'
import { serverTime } from '../../browser/server-clock.ts'
import { MoreLink } from '../../list/more-link.tsx'
import { DEFAULT_PAGING } from '../../list/url-query.ts'
import { useCan } from '../permission/index.ts'
import { Countdown } from './countdown.tsx'
import { useOrders } from './order.queries.ts'
import { OrderStatusLabel } from './order-table.tsx'
import { texts } from './texts.ts'
import styles from './open-orders.module.css'

const LIST = '/point/order-list'

/** 待处理订单: those that wait for a payment or for the check of a receipt; absent without one. */
export function OpenOrders() {
  const unpaid = useOrders({ status: 'unpaid', ...DEFAULT_PAGING })
  const checking = useOrders({ status: 'checking', ...DEFAULT_PAGING })
  const now = serverTime(useMinute())
  const error = unpaid.error ?? checking.error
  const payable = unpaid.data?.items.filter((order) => canPayOrder(order, now)) ?? []
  const checked = checking.data?.items ?? []
  const count = payable.length + checked.length
  if (count === 0 && !error) return null
  return (
    <Panel
      title={texts.openOrders}
      note={count > 0 && texts.openCount(count)}
      actions={<MoreLink to={LIST}>{texts.allOrders}</MoreLink>}
    >
      {error && count === 0 ? (
        <ErrorBlock message={messageOf(error)} onRetry={() => Promise.all([unpaid.refetch(), checking.refetch()])} />
      ) : (
        <ul className={styles.orders}>
          {payable.map((order) => (
            <Payable key={order.orderNo} order={order} />
          ))}
          {checked.map((order) => (
            <li key={order.orderNo} className={styles.checked}>
              <OrderStatusLabel order={order} />
              <span>{nameOf(order)}</span>
              <small>{priceOf(order)}</small>
              <DetailLink order={order} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

const nameOf = (order: Order) => `${order.packageName} ${orderPointsText(order)}`

const priceOf = ({ amount, method }: Order) =>
  [formatMoney(amount), method && PAY_METHOD_LABELS[method]].filter(Boolean).join(' · ')

const DetailLink = ({ order }: { order: Order }) => (
  <Link className={styles.link} to={`${LIST}?detail=${order.orderNo}`}>
    {texts.detail}
  </Link>
)

function Payable({ order }: { order: Order }) {
  const canBuy = useCan('pointManagement:purchase')
  return (
    <li className={styles.payable}>
      <p>
        <b>{nameOf(order)}</b>
        <StatusLabel tone="warning" icon={Clock}>
          {texts.waitingFor} <Countdown until={new Date(order.expireAt)} />
        </StatusLabel>
      </p>
      <dl>
        <dt>{texts.orderNo}</dt>
        <dd>{order.orderNo}</dd>
        <dt>{texts.amount}</dt>
        <dd>{priceOf(order)}</dd>
      </dl>
      <span className={styles.acts}>
        {canBuy && runtimeConfig().payMethods.length > 0 && (
          <Link className={buttonClass({ size: 'sm' })} to={`/point/order-pay?orderNo=${order.orderNo}`}>
            {texts.goPay}
          </Link>
        )}
        <DetailLink order={order} />
      </span>
      <ol className={styles.stages}>
        {texts.stages.map((stage, index) => (
          <li key={stage} aria-current={index === 1 ? 'step' : undefined}>
            {stage}
          </li>
        ))}
      </ol>
    </li>
  )
}
