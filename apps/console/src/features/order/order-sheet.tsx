import {
  ERRORS,
  type Invoice,
  type Order,
  type OrderHistory,
  type OrderPayment,
  type RefundStatus,
} from '@ruwu/contract'
import {
  formatDate,
  formatDateTimeSeconds,
  formatMoney,
  invoiceLabel,
  invoiceNote,
  ORDER_STEP_LABELS,
  orderPointsText,
  PAY_METHOD_LABELS,
  PAYMENT_OUTCOME_LABELS,
  REFUND_STATUS_LABELS,
} from '@ruwu/domain'
import { Button, Empty, ErrorBlock, SideSheet, SkeletonRows, StatusLabel, type Tone } from '@ruwu/ui'
import { FileX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { messageOf, ResultError } from '../../api/errors.ts'
import { showError } from '../../api/show-error.ts'
import { download } from '../../api/upload.ts'
import { dateQuery } from '../../list/date-choice.ts'
import { writeQuery } from '../../list/url-query.ts'
import { saveBlob } from '../../stored-file/save-table.ts'
import { useTimeZone } from '../enterprise/index.ts'
import { OrderActions } from './order-actions.tsx'
import { OrderStatusLabel } from './order-table.tsx'
import { useOrder, useOrderHistory } from './order.queries.ts'
import { texts } from './texts.ts'
import styles from './order-sheet.module.css'

/** 订单详情: what was bought, what was paid, the invoice, and what happened. */
export function OrderSheet({ orderNo, onClose }: { orderNo: string; onClose: () => void }) {
  const { data: order, error, refetch } = useOrder(orderNo)
  const isAbsent = error instanceof ResultError && error.code === ERRORS.notFound.code
  return (
    <SideSheet title={texts.orderDetail} onClose={onClose}>
      {isAbsent ? (
        <Empty icon={FileX} text={texts.none} />
      ) : order ? (
        <OrderDetail key={orderNo} order={order} />
      ) : error ? (
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      ) : (
        <SkeletonRows rows={6} disc={false} />
      )}
    </SideSheet>
  )
}

function OrderDetail({ order }: { order: Order }) {
  const timeZone = useTimeZone()
  const { data: history, error, refetch } = useOrderHistory(order)
  const time = (at: string | null) => formatDateTimeSeconds(at, timeZone)
  return (
    <div className={styles.detail}>
      <header className={styles.head}>
        <p>
          <b>{formatMoney(order.amount)}</b>
          <OrderStatusLabel order={order} />
        </p>
        {order.reason && <p className={styles.note}>{order.reason}</p>}
        <OrderActions order={order} />
      </header>
      <Facts
        rows={{
          [texts.orderNo]: order.orderNo,
          [texts.package]: order.packageName,
          [texts.points]: orderPointsText(order),
          [texts.discount]: order.discount > 0 && `${formatMoney(order.discount)} · ${order.couponCode}`,
          [texts.method]: order.method && PAY_METHOD_LABELS[order.method],
          [texts.agent]: order.agentName,
          [texts.createdAt]: time(order.createdAt),
          [texts.payBefore]: order.status === 'unpaid' && time(order.expireAt),
          [texts.paidAt]: order.paidAt && time(order.paidAt),
          [texts.receipt]: order.proofUrl && <ReceiptButton orderNo={order.orderNo} url={order.proofUrl} />,
        }}
      />
      {history ? (
        <History order={order} history={history} />
      ) : error ? (
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      ) : (
        <SkeletonRows rows={3} disc={false} />
      )}
    </div>
  )
}

/** Values by their labels; those without a value are left out. */
const Facts = ({ rows }: { rows: Record<string, ReactNode> }) => (
  <dl className={styles.facts}>
    {Object.entries(rows)
      .filter(([, value]) => Boolean(value))
      .map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)

/** Pictures say what they are; a pdf is served as a download of no type. */
const extensionOf = ({ type }: Blob) => (type.startsWith('image/') ? type.slice('image/'.length) : 'pdf')

function ReceiptButton({ orderNo, url }: { orderNo: string; url: string }) {
  const [isBusy, setIsBusy] = useState(false)
  const save = async () => {
    setIsBusy(true)
    try {
      const file = await download(url)
      saveBlob(file, `${orderNo}-${texts.receipt}.${extensionOf(file)}`)
    } catch (error) {
      showError(error)
    }
    setIsBusy(false)
  }
  return (
    <Button variant="link" busy={isBusy} onClick={() => void save()}>
      {texts.saveReceipt}
    </Button>
  )
}

function History({ order, history }: { order: Order; history: OrderHistory }) {
  const timeZone = useTimeZone()
  const { steps, payments, invoice } = history
  const credited = steps.find(({ kind }) => kind === 'pay')
  return (
    <>
      {payments.length > 0 && (
        <Section title={texts.payments} action={credited && <BillLink day={formatDate(credited.at, timeZone)} />}>
          {payments.map((payment) => (
            <PaymentFacts key={`${payment.method} ${payment.transactionId}`} payment={payment} />
          ))}
        </Section>
      )}
      {order.paidAt && (
        <Section title={texts.invoice} action={invoiceLabel(order)}>
          {invoice && <InvoiceFacts invoice={invoice} />}
          {invoiceNote(order) && <p className={styles.note}>{invoiceNote(order)}</p>}
        </Section>
      )}
      <Section title={texts.steps}>
        <ol className={styles.steps}>
          {steps.map(({ kind, at, note, agentName }) => (
            <li key={at + kind}>
              <p>
                <b>{ORDER_STEP_LABELS[kind]}</b>
                {note && <span>{note}</span>}
              </p>
              <small>
                <time dateTime={at}>{formatDateTimeSeconds(at, timeZone)}</time>
                {agentName && <span>{agentName}</span>}
              </small>
            </li>
          ))}
        </ol>
      </Section>
    </>
  )
}

type SectionProps = { title: string; action?: ReactNode; children: ReactNode }

const Section = ({ title, action, children }: SectionProps) => (
  <section className={styles.section} aria-label={title}>
    <header>
      <h3>{title}</h3>
      {action}
    </header>
    {children}
  </section>
)

/** The recharge of the day on which the order was credited. */
const BillLink = ({ day }: { day: string }) => (
  <Link
    className={styles.link}
    to={`/point/bill-list?${writeQuery({ type: 'recharge', ...dateQuery({ range: 'custom', from: day, to: day }) })}`}
  >
    {texts.viewBills}
  </Link>
)

const REFUND_TONES: Record<RefundStatus, Tone> = {
  open: 'warning',
  accepted: 'warning',
  done: 'quiet',
  failed: 'error',
}

function PaymentFacts({ payment }: { payment: OrderPayment }) {
  const timeZone = useTimeZone()
  const { method, amount, currency, outcome, transactionId, paidAt, refund } = payment
  return (
    <Facts
      rows={{
        [PAY_METHOD_LABELS[method]]: (
          <span className={styles.paid}>
            {currency === 'CNY' ? formatMoney(amount) : `${amount / 100} ${currency}`}
            <StatusLabel tone={outcome === 'credited' ? 'success' : 'warning'}>
              {PAYMENT_OUTCOME_LABELS[outcome]}
            </StatusLabel>
            {refund && <StatusLabel tone={REFUND_TONES[refund]}>{REFUND_STATUS_LABELS[refund]}</StatusLabel>}
          </span>
        ),
        [texts.transactionId]: transactionId,
        [texts.paidAt]: formatDateTimeSeconds(paidAt, timeZone),
        [texts.hint]: outcome !== 'credited' && !refund && texts.notCredited,
      }}
    />
  )
}

function InvoiceFacts({ invoice }: { invoice: Invoice }) {
  const timeZone = useTimeZone()
  return (
    <Facts
      rows={{
        [texts.invoiceTitle]: invoice.title,
        [texts.taxNo]: invoice.taxNo,
        [texts.email]: invoice.email,
        [texts.invoiceNumber]: invoice.number,
        [texts.issuedAt]: invoice.issuedAt && formatDateTimeSeconds(invoice.issuedAt, timeZone),
        [texts.reversalNumber]: invoice.reversalNumber,
      }}
    />
  )
}
