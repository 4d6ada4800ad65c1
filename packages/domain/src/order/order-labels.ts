import type {
  Order,
  OrderFilter,
  OrderPayment,
  OrderStatus,
  OrderStepKind,
  PayMethod,
  RefundStatus,
} from '@ruwu/contract'
import { filterText, periodText } from '../export.ts'
import { formatNumber } from '../number-format.ts'

export const ORDER_STATUS_LABELS: Record<OrderStatus, string> = {
  unpaid: '待支付',
  checking: '待核验',
  paid: '已支付',
  cancelled: '已取消',
  refunded: '已退款',
}

export const PAY_METHOD_LABELS: Record<PayMethod, string> = {
  wechat: '微信支付',
  alipay: '支付宝',
  bank: '对公转账',
}

/** What became of money that arrived. */
export const PAYMENT_OUTCOME_LABELS = { credited: '已入账', duplicate: '重复支付', mismatch: '金额不符' } as const
export type PaymentOutcome = OrderPayment['outcome']

export const ORDER_STEP_LABELS: Record<OrderStepKind, string> = {
  create: '提交订单',
  submitProof: '上传回单',
  refuseProof: '回单退回',
  pay: '支付成功',
  cancel: '取消订单',
  expire: '超时取消',
  refund: '退款',
  requestInvoice: '申请发票',
  refuseInvoice: '发票申请退回',
  issueInvoice: '开具发票',
  reverseInvoice: '红冲发票',
}

/** Money that goes back. */
export const REFUND_STATUS_LABELS: Record<RefundStatus, string> = {
  open: '退款未确认',
  accepted: '退款处理中',
  done: '已退款',
  failed: '退款失败',
}

/** Open orders of an enterprise: those that wait for a payment; one whose receipt is checked waits for the operator. */
export const OPEN_ORDERS_MAX = 5

/** Points that an enterprise may have, with its open orders: far below what a balance can hold. */
export const BALANCE_MAX = 2_000_000_000

export const ORDER_TEXTS = {
  object: '订单',
  operator: '服务商',
  offline: '线下充值',
  package: '套餐',
  tooMany: '请先处理待支付订单',
  tooManyPoints: '积分余额已接近上限，请联系服务商',
  closed: '在线购买暂未开放，请联系服务商充值',
  methodClosed: '暂不支持该支付方式，请选择其它方式',
  overdue: '订单已超时，请重新下单',
  codeOver: '在线支付已超时，请使用对公转账或重新下单',
  noCode: '没有取得支付二维码，请选择其它支付方式或重新下单',
  notPayable: '订单不是待支付，请刷新后查看',
  notCancellable: '只能取消待支付的订单',
  proof: '请上传 jpg、png 或 pdf 格式且不超过 5 MB 的回单',
  notProvable: '订单不是待支付或待核验，请刷新后查看',
  unreachable: '支付渠道暂时无法访问，请稍后再试',
  byAgent: '客服取消',
  timeout: '超时未支付',
} as const

/** What was bought, with what is given besides. */
export const orderPointsText = ({ points, bonusPoints }: Pick<Order, 'points' | 'bonusPoints'>): string =>
  bonusPoints > 0 ? `${formatNumber(points)} + ${formatNumber(bonusPoints)}` : formatNumber(points)

export const orderFilterText = ({ status, method, orderNo, from, to }: OrderFilter, timeZone: string): string =>
  filterText({
    订单号: orderNo,
    状态: status && ORDER_STATUS_LABELS[status],
    支付方式: method && PAY_METHOD_LABELS[method],
    日期: periodText(from, to, timeZone),
  })
