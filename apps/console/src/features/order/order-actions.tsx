import type { Order } from '@ruwu/contract'
import { canPayOrder, canRequestInvoice, canSubmitLateProof, nextOrderStatus } from '@ruwu/domain'
import { Button, confirm, toast } from '@ruwu/ui'
import { createContext, type ReactNode, use, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { showError } from '../../api/show-error.ts'
import { useMinute } from '../../browser/clock.ts'
import { runtimeConfig } from '../../browser/runtime-config.ts'
import { serverTime } from '../../browser/server-clock.ts'
import { useCan } from '../permission/index.ts'
import { ProofButton } from './bank-transfer.tsx'
import { InvoiceDialog } from './invoice-dialog.tsx'
import { withOpenOrder } from './order-filter.ts'
import { useCancelOrder } from './order.mutations.ts'
import { texts } from './texts.ts'
import styles from './order-page.module.css'

const RequestInvoice = createContext<(order: Order) => void>(() => {})

/** Holds the form of an invoice beside the rows: a row that moves to another page does not take it along. */
export function InvoiceRequests({ children }: { children: ReactNode }) {
  const [order, setOrder] = useState<Order>()
  return (
    <RequestInvoice value={setOrder}>
      {children}
      {order && <InvoiceDialog order={order} onClose={() => setOrder(undefined)} />}
    </RequestInvoice>
  )
}

type OrderActionsProps = { order: Order; withDetail?: boolean }

/** What can be done with an order now, by who may buy; 详情 is for every reader. */
export function OrderActions({ order, withDetail = false }: OrderActionsProps) {
  const [search] = useSearchParams()
  const canBuy = useCan('pointManagement:purchase')
  return (
    <span className={styles.actions}>
      {canBuy && <BuyerActions order={order} />}
      {withDetail && (
        <Link className={styles.link} to={{ search: String(withOpenOrder(search, order.orderNo)) }}>
          {texts.detail}
        </Link>
      )}
    </span>
  )
}

function BuyerActions({ order }: { order: Order }) {
  const cancel = useCancelOrder()
  const requestInvoice = use(RequestInvoice)
  const now = serverTime(useMinute())
  const { orderNo, status } = order
  const askAndCancel = async () => {
    if (!(await confirm({ title: texts.cancelTitle(orderNo), content: texts.cancelText }))) return
    cancel.mutate(orderNo, { onSuccess: () => toast.success(texts.wasCancelled), onError: showError })
  }
  const methods = runtimeConfig().payMethods
  const canPay = canPayOrder(order, now)
  const isTransfer = status === 'checking' || canSubmitLateProof(order) || (canPay && order.method === 'bank')
  return (
    <>
      {canPay && methods.length > 0 && (
        <Link className={styles.link} to={`/point/order-pay?orderNo=${orderNo}`}>
          {texts.goPay}
        </Link>
      )}
      {isTransfer && methods.includes('bank') && (
        <ProofButton isLink orderNo={orderNo} label={status === 'checking' ? texts.proofAgain : texts.proof} />
      )}
      {nextOrderStatus(status, 'cancel') && (
        <Button variant="link" busy={cancel.isPending} onClick={() => void askAndCancel()}>
          {texts.cancel}
        </Button>
      )}
      {canRequestInvoice(order) && (
        <Button variant="link" onClick={() => requestInvoice(order)}>
          {texts.requestInvoice}
        </Button>
      )}
    </>
  )
}
