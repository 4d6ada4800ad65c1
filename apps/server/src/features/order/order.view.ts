import type { Invoice, InvoiceStatus, Order, OrderPayment, OrderStep } from '@ruwu/contract'
import { ORDER_TEXTS } from '@ruwu/domain'
import type { InvoiceRow } from './invoice.repo.ts'
import type { listSteps } from './order-step.repo.ts'
import type { OrderRow } from './order.repo.ts'
import type { listPayments } from './refund.repo.ts'

export const toOrder = (row: OrderRow): Order => ({
  orderNo: row.orderNo,
  packageName: row.packageName,
  points: row.points,
  bonusPoints: row.bonusPoints,
  amount: row.amount,
  discount: row.discount,
  couponCode: row.couponCode ?? '',
  method: row.method,
  status: row.status,
  reason: row.reason,
  agentId: row.agentId,
  agentName: row.agentName ?? ORDER_TEXTS.operator,
  createdAt: row.createdAt.toISOString(),
  paidAt: row.paidAt?.toISOString() ?? null,
  expireAt: row.expireAt.toISOString(),
  proofUrl: row.proofUrl,
  invoiceStatus: invoiceStatusOf(row.invoice),
})

function invoiceStatusOf(row: InvoiceRow | null): InvoiceStatus {
  if (!row) return 'none'
  if (row.reversalNumber !== null) return 'reversed'
  return row.number === null ? 'requested' : 'issued'
}

export const toInvoice = (row: InvoiceRow): Invoice => ({
  title: row.title,
  taxNo: row.taxNo,
  email: row.email,
  requestedAt: row.requestedAt.toISOString(),
  number: row.number ?? '',
  issuedAt: row.issuedAt?.toISOString() ?? null,
  reversalNumber: row.reversalNumber ?? '',
})

type StepRow = Awaited<ReturnType<typeof listSteps>>[number]

export const toStep = ({ kind, at, note, agentName }: StepRow): OrderStep => ({
  kind,
  at: at.toISOString(),
  note,
  agentName: agentName ?? '',
})

type PaymentRow = Awaited<ReturnType<typeof listPayments>>[number]

export const toPayment = (row: PaymentRow): OrderPayment => ({
  method: row.method,
  transactionId: row.transactionId,
  amount: row.amount,
  currency: row.currency,
  outcome: row.outcome,
  paidAt: row.paidAt.toISOString(),
  refund: row.refund,
})
