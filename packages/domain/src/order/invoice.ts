import type { InvoiceStatus, Order } from '@ruwu/contract'
import { isCreditCode, maskCreditCode } from '../certification.ts'

type Invoiced = Pick<Order, 'status' | 'invoiceStatus'>

const LABELS: Record<InvoiceStatus, string> = {
  none: '未申请',
  requested: '已申请',
  issued: '已开具',
  reversed: '已红冲',
}

/** After a refund: the invoice must be taken back, and a request is void. */
const REFUNDED: Record<InvoiceStatus, { label: string; note: string }> = {
  none: { label: '', note: '订单已退款，不能申请发票' },
  requested: { label: '已作废', note: '订单已退款，发票申请已作废，不会开具' },
  issued: { label: '待红冲', note: '订单已退款，这张发票将由服务商红冲，请勿入账抵扣' },
  reversed: { label: '已红冲', note: '订单已退款，这张发票已由服务商红冲' },
}

const NOTES: Record<InvoiceStatus, string> = {
  none: '付款后可以申请，由服务商开具电子发票，发送到填写的邮箱',
  requested: '服务商开具后发送到填写的邮箱',
  issued: '',
  reversed: '',
}

export const INVOICE_TEXTS = {
  taxNo: '税号不正确，请核对后重新填写',
  notPaid: '只有已支付的订单可以申请发票',
  noPayment: '该订单没有支付记录，不能申请发票',
  again: '该订单已经申请过发票',
} as const

/** 统一社会信用代码 with its check digit, or one of the older kinds of 15, 17 or 20 characters, which have none. */
export const isTaxNo = (taxNo: string): boolean =>
  taxNo.length === 18 ? isCreditCode(taxNo) : /^(?:[\dA-Z]{15}|[\dA-Z]{17}|[\dA-Z]{20})$/.test(taxNo)

/** Masks the middle, as of a 统一社会信用代码. */
export const maskTaxNo = maskCreditCode

/** Once for a paid order. */
export const canRequestInvoice = ({ status, invoiceStatus }: Invoiced): boolean =>
  status === 'paid' && invoiceStatus === 'none'

/** The column 发票; empty where there can be none. */
export function invoiceLabel({ status, invoiceStatus }: Invoiced): string {
  if (status === 'refunded') return REFUNDED[invoiceStatus].label
  return status === 'paid' ? LABELS[invoiceStatus] : ''
}

/** What the state means to the enterprise. */
export const invoiceNote = ({ status, invoiceStatus }: Invoiced): string =>
  status === 'refunded' ? REFUNDED[invoiceStatus].note : NOTES[invoiceStatus]

/** 数电发票 have 20 digits; of older ones the code and the number together. */
export const isInvoiceNumber = (typed: string): boolean => /^\d{18,20}$/.test(typed)
