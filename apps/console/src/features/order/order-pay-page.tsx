import { ERRORS, OrderNo, type Order, type PayMethod } from '@ruwu/contract'
import {
  canSubmitLateProof,
  formatMoney,
  isOrderOverdue,
  ORDER_TEXTS,
  orderExpiry,
  orderPointsText,
  PAY_METHOD_LABELS,
} from '@ruwu/domain'
import { Button, buttonClass, Empty, ErrorBlock, PageHead, Panel, SkeletonRows } from '@ruwu/ui'
import { useQueryClient } from '@tanstack/react-query'
import { QRCode, Segmented } from 'antd'
import { CircleCheck, CircleX, Clock, FileX, RotateCcw, type LucideIcon } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { messageOf, ResultError } from '../../api/errors.ts'
import { useEverySecond } from '../../browser/clock.ts'
import { runtimeConfig } from '../../browser/runtime-config.ts'
import { serverTime } from '../../browser/server-clock.ts'
import { BackLink } from '../../routing/back-link.tsx'
import { pointsKeys } from '../points/index.ts'
import { BankTransfer, ProofButton } from './bank-transfer.tsx'
import { Countdown } from './countdown.tsx'
import { usePayOrder } from './order.mutations.ts'
import { useOrder } from './order.queries.ts'
import { texts } from './texts.ts'
import styles from './order-pay-page.module.css'

/** 支付: one order until it is paid or over. */
export function OrderPayPage() {
  const [search] = useSearchParams()
  const orderNo = OrderNo.safeParse(search.get('orderNo')).data
  return (
    <>
      <PageHead title={texts.pay} start={<BackLink to="/point/order-list" label={texts.back} />} />
      <div className={styles.page}>
        <Panel label={texts.pay}>{orderNo ? <OrderState orderNo={orderNo} /> : <Absent />}</Panel>
      </div>
    </>
  )
}

const Absent = () => <Empty icon={FileX} text={texts.none} action={<AgainLink />} />

const AgainLink = () => (
  <Link className={buttonClass()} to="/point/purchase">
    {texts.again}
  </Link>
)

function OrderState({ orderNo }: { orderNo: string }) {
  const { data: order, error, refetch } = useOrder(orderNo)
  const cache = useQueryClient()
  const isPaid = order?.status === 'paid'
  // The event that says so may be lost, and the balance with it.
  useEffect(() => {
    if (isPaid) void cache.invalidateQueries({ queryKey: pointsKeys.all })
  }, [cache, isPaid])
  const isOver = useEverySecond((now) => order !== undefined && isOrderOverdue(order, serverTime(now)))
  if (error instanceof ResultError && error.code === ERRORS.notFound.code) return <Absent />
  if (!order)
    return error ? <ErrorBlock message={messageOf(error)} onRetry={refetch} /> : <SkeletonRows rows={4} disc={false} />
  if (order.status === 'unpaid' && !isOver) return <Paying order={order} />
  if (isPaid)
    return (
      <Outcome
        icon={CircleCheck}
        look={styles.done}
        title={texts.paid}
        text={texts.paidText(order.points + order.bonusPoints)}
      >
        <Link className={buttonClass({ variant: 'primary' })} to="/point/bill-list">
          {texts.viewBills}
        </Link>
      </Outcome>
    )
  if (order.status === 'checking')
    return (
      <Outcome icon={Clock} look={styles.off} title={texts.checking} text={texts.checkingText}>
        <ProofButton orderNo={orderNo} label={texts.proofAgain} />
      </Outcome>
    )
  if (order.status === 'refunded')
    return <Outcome icon={RotateCcw} look={styles.off} title={texts.refunded} text={order.reason} />
  const isTimedOut = isOver || order.reason === ORDER_TEXTS.timeout
  return (
    <Outcome
      icon={CircleX}
      look={styles.off}
      title={isTimedOut ? texts.timeout : texts.cancelled}
      text={isTimedOut ? '' : order.reason}
    >
      <AgainLink />
      {canSubmitLateProof(order) && <ProofButton orderNo={orderNo} label={texts.proofLate} />}
    </Outcome>
  )
}

type OutcomeProps = { icon: LucideIcon; look: string | undefined; title: string; text: string; children?: ReactNode }

const Outcome = ({ icon: Icon, look, title, text, children }: OutcomeProps) => (
  <output className={styles.outcome}>
    <Icon className={look} size={44} strokeWidth={1.5} aria-hidden="true" />
    <h2>{title}</h2>
    {text && <p>{text}</p>}
    {children}
  </output>
)

/** A code has its own end, also where 对公转账 was chosen before and the order waits longer; a refused receipt renews the time of a transfer. */
const payUntil = ({ createdAt, expireAt }: Order, method: PayMethod | undefined): Date =>
  method === undefined || method === 'bank' ? new Date(expireAt) : orderExpiry(new Date(createdAt), method)

function Paying({ order }: { order: Order }) {
  const methods = runtimeConfig().payMethods
  const [method, setMethod] = useState(methods.find((each) => each === order.method) ?? methods[0])
  const until = payUntil(order, method)
  const isOver = useEverySecond((now) => serverTime(now) >= until)
  const facts = [
    [texts.package, order.packageName],
    [texts.points, orderPointsText(order)],
    [texts.orderNo, order.orderNo],
  ] as const
  return (
    <div className={styles.paying}>
      <div className={styles.facts}>
        <p className={styles.amount}>
          <span>{texts.due}</span>
          <b>{formatMoney(order.amount)}</b>
        </p>
        <dl>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          <div>
            <dt>{texts.left}</dt>
            <dd>
              <Countdown className={styles.left} until={until} />
            </dd>
          </div>
        </dl>
        <Segmented
          aria-label={texts.method}
          value={method}
          options={methods.map((value) => ({ value, label: PAY_METHOD_LABELS[value] }))}
          onChange={setMethod}
        />
      </div>
      {method &&
        (isOver ? (
          <CodeOver onTransfer={methods.includes('bank') ? () => setMethod('bank') : undefined} />
        ) : (
          <PayWay key={method} order={order} method={method} />
        ))}
    </div>
  )
}

/** In place of a code that can no longer be paid. */
const CodeOver = ({ onTransfer }: { onTransfer: (() => void) | undefined }) => (
  <output className={styles.code}>
    <Clock className={styles.off} size={44} strokeWidth={1.5} aria-hidden="true" />
    <p>{ORDER_TEXTS.codeOver}</p>
    {onTransfer && (
      <Button variant="primary" onClick={onTransfer}>
        {PAY_METHOD_LABELS.bank}
      </Button>
    )}
    <AgainLink />
  </output>
)

/** The code of one payment side, or the bank account; asked for when it is shown. */
function PayWay({ order, method }: { order: Order; method: PayMethod }) {
  const { mutate, data, error } = usePayOrder(order.orderNo)
  useEffect(() => mutate(method), [mutate, method])
  if (error)
    return (
      <div className={styles.code}>
        <ErrorBlock message={messageOf(error)} onRetry={() => mutate(method)} />
      </div>
    )
  if (method === 'bank') return <BankTransfer order={order} />
  const qrContent = data?.qrContent
  return (
    <div className={styles.code}>
      {/* White in dark mode too, with a quiet zone: scanners need both. */}
      <div className={styles.qr}>
        <QRCode
          aria-label={texts.code(PAY_METHOD_LABELS[method])}
          value={qrContent ?? '-'}
          status={qrContent ? 'active' : 'loading'}
          size={184}
          type="svg"
          bordered={false}
          color="#1a1c21"
          bgColor="#ffffff"
        />
      </div>
      <p>{texts.scan(PAY_METHOD_LABELS[method])}</p>
      <small>{texts.waiting}</small>
      {/* Only the simulator's codes are addresses of a page. */}
      {runtimeConfig().demo && qrContent?.startsWith('http://127.0.0.1') && (
        <a className={buttonClass()} href={qrContent} target="_blank" rel="noreferrer">
          {texts.demoPay}
        </a>
      )}
    </div>
  )
}
