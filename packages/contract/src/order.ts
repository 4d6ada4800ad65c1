import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Ok } from './envelope.ts'
import { AgentId, Instant } from './ids.ts'
import { Invoice, InvoiceForm, InvoiceStatus } from './invoice.ts'
import { pageFields, pageOf, type SortBy, sortFields } from './paging.ts'

/** 待支付, 待核验, 已支付, 已取消, 已退款. */
export const ORDER_STATUSES = ['unpaid', 'checking', 'paid', 'cancelled', 'refunded'] as const
export const OrderStatus = z.enum(ORDER_STATUSES)
export type OrderStatus = z.infer<typeof OrderStatus>

/** 微信支付, 支付宝: paid by scanning a code, told by a signed notification. */
export const ONLINE_METHODS = ['wechat', 'alipay'] as const
export type OnlineMethod = (typeof ONLINE_METHODS)[number]

export const PAY_METHODS = [...ONLINE_METHODS, 'bank'] as const
export const PayMethod = z.enum(PAY_METHODS, '请选择支付方式')
export type PayMethod = z.infer<typeof PayMethod>

/** The day, then ten digits. */
export const OrderNo = z.string().regex(/^\d{18}$/, '订单号格式不正确')

export const PointPackage = z.object({
  id: z.string(),
  name: z.string(),
  points: z.int32(),
  bonusPoints: z.int32(),
  /** In cents, as all amounts. */
  amount: z.int32(),
  validDays: z.int32(),
  recommended: z.boolean(),
})
export type PointPackage = z.infer<typeof PointPackage>

/** 回单. */
export const PROOF_MAX_BYTES = 5 * 1024 * 1024

/** 自定义数量. */
export const CUSTOM_POINTS = { min: 1_000, step: 1_000, max: 10_000_000 } as const

const CUSTOM_POINTS_TEXT = '自定义数量须为 1,000 到 10,000,000 之间的整千数'

const byPackage = { packageId: z.string().max(20, '套餐不存在') }
const byPoints = {
  points: z
    .int32(CUSTOM_POINTS_TEXT)
    .min(CUSTOM_POINTS.min, CUSTOM_POINTS_TEXT)
    .max(CUSTOM_POINTS.max, CUSTOM_POINTS_TEXT)
    .multipleOf(CUSTOM_POINTS.step, CUSTOM_POINTS_TEXT),
}

/** What is bought: a package or a number of one's own, and more fields. */
const choiceWith = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.union(
    [z.strictObject({ ...byPackage, ...fields }), z.strictObject({ ...byPoints, ...fields })],
    '请选择套餐或输入自定义数量',
  )

/** 优惠码, in capitals however it is typed. */
export const CouponCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[0-9A-Z]{4,20}$/, '优惠码为 4 到 20 位字母或数字')

export const OrderRequest = choiceWith({ couponCode: CouponCode.optional() })
export type OrderRequest = z.infer<typeof OrderRequest>

export const CouponQuestion = choiceWith({ code: CouponCode })
export type CouponQuestion = z.infer<typeof CouponQuestion>

export const CouponAnswer = z.object({
  valid: z.boolean(),
  /** In cents, off the price of this order. */
  discount: z.int32(),
  /** Why it is not valid. */
  msg: z.string(),
})
export type CouponAnswer = z.infer<typeof CouponAnswer>

export const Order = z.object({
  orderNo: z.string(),
  packageName: z.string(),
  points: z.int32(),
  bonusPoints: z.int32(),
  /** To be paid: less the discount of the coupon. */
  amount: z.int32(),
  discount: z.int32(),
  /** Empty: without one. */
  couponCode: z.string(),
  /** Null until one was chosen. */
  method: PayMethod.nullable(),
  status: OrderStatus,
  /** Of a cancellation, a refused receipt or a refund. */
  reason: z.string(),
  /** Null, and without a name: entered by the operator. */
  agentId: AgentId.nullable(),
  agentName: z.string(),
  createdAt: Instant,
  paidAt: Instant.nullable(),
  expireAt: Instant,
  /** Path of the uploaded receipt of a bank transfer. */
  proofUrl: z.string().nullable(),
  invoiceStatus: InvoiceStatus,
})
export type Order = z.infer<typeof Order>

/** What happened to an order. */
export const ORDER_STEPS = [
  'create',
  'submitProof',
  'refuseProof',
  'pay',
  'cancel',
  'expire',
  'refund',
  'requestInvoice',
  'refuseInvoice',
  'issueInvoice',
  'reverseInvoice',
] as const
export type OrderStepKind = (typeof ORDER_STEPS)[number]

export const OrderStep = z.object({
  kind: z.enum(ORDER_STEPS),
  at: Instant,
  /** A reason, a method or a number. */
  note: z.string(),
  /** Empty: the operator, or by itself. */
  agentName: z.string(),
})
export type OrderStep = z.infer<typeof OrderStep>

/** `duplicate`: the order was paid before by another payment. `mismatch`: not the amount or currency of the order. */
export const PAYMENT_OUTCOMES = ['credited', 'duplicate', 'mismatch'] as const

/** `open`: asked, and not known whether it was taken; `accepted`: the payment side will pay it back. */
export const REFUND_STATUSES = ['open', 'accepted', 'done', 'failed'] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

/** Money that arrived for an order. */
export const OrderPayment = z.object({
  method: PayMethod,
  transactionId: z.string(),
  amount: z.int32(),
  currency: z.string(),
  outcome: z.enum(PAYMENT_OUTCOMES),
  paidAt: Instant,
  /** Whether it goes back, all of it. */
  refund: z.enum(REFUND_STATUSES).nullable(),
})
export type OrderPayment = z.infer<typeof OrderPayment>

export const OrderHistory = z.object({
  /** Oldest first. */
  steps: z.array(OrderStep),
  payments: z.array(OrderPayment),
  invoice: Invoice.nullable(),
})
export type OrderHistory = z.infer<typeof OrderHistory>

/** Columns that the list can be ordered by. */
export const ORDER_SORTS = ['points', 'amount', 'createdAt', 'paidAt'] as const
export type OrderSort = SortBy<(typeof ORDER_SORTS)[number]>

export const OrderFilter = z.object({
  status: OrderStatus.optional(),
  method: PayMethod.optional(),
  /** Part of the number. */
  orderNo: z
    .string()
    .trim()
    .regex(/^\d{0,18}$/, '订单号格式不正确')
    .optional(),
  from: Instant.optional(),
  /** Exclusive end. */
  to: Instant.optional(),
})
export type OrderFilter = z.infer<typeof OrderFilter>

const orderBody = z.object({ orderNo: OrderNo })

export const orderApi = {
  packages: endpoint({
    method: 'GET',
    path: '/v1/point/package/list',
    access: 'pointManagement:purchase',
    summary: '积分套餐',
    data: z.array(PointPackage),
  }),
  checkCoupon: endpoint({
    method: 'POST',
    path: '/v1/point/coupon/check',
    isRead: true,
    access: 'pointManagement:purchase',
    summary: '优惠码能否用于所选的套餐或数量',
    body: CouponQuestion,
    data: CouponAnswer,
    errors: ['notFound'],
  }),
  /** The server computes the price. */
  create: endpoint({
    method: 'POST',
    path: '/v1/point/order/create',
    access: 'pointManagement:purchase',
    summary: '提交订单',
    audit: ['order.create'],
    body: OrderRequest,
    data: z.object({ orderNo: z.string() }),
    errors: ['notFound', 'refused'],
  }),
  detail: endpoint({
    method: 'GET',
    path: '/v1/point/order/detail',
    access: 'pointManagement:viewPage',
    summary: '订单详情',
    query: orderBody,
    data: Order,
    errors: ['notFound'],
  }),
  pay: endpoint({
    method: 'POST',
    path: '/v1/point/order/pay',
    access: 'pointManagement:purchase',
    summary: '选择支付方式，取得支付二维码',
    body: orderBody.extend({ method: PayMethod }),
    /** Without a code for a bank transfer. */
    data: z.object({ qrContent: z.string(), order: Order }),
    errors: ['notFound', 'refused'],
  }),
  /** 上传回单: the operator confirms or refuses it. */
  proof: endpoint({
    method: 'POST',
    path: '/v1/point/order/proof',
    access: 'pointManagement:purchase',
    summary: '上传转账回单',
    audit: ['order.proof'],
    body: orderBody.extend({ url: z.string().regex(/^\/api\/attachment\/[\w-]{32}$/, '请上传回单') }),
    data: Order,
    errors: ['notFound', 'refused'],
  }),
  cancel: endpoint({
    method: 'PUT',
    path: '/v1/point/order/cancel',
    access: 'pointManagement:purchase',
    summary: '取消订单',
    audit: ['order.cancel'],
    body: orderBody,
    data: Order,
    errors: ['notFound', 'refused'],
  }),
  history: endpoint({
    method: 'GET',
    path: '/v1/point/order/history',
    access: 'pointManagement:viewPage',
    summary: '订单的经过、付款和发票',
    query: orderBody,
    data: OrderHistory,
    errors: ['notFound'],
  }),
  /** Once for an order; the operator issues it. */
  invoice: endpoint({
    method: 'POST',
    path: '/v1/point/order/invoice',
    access: 'pointManagement:purchase',
    summary: '申请发票',
    audit: ['order.requestInvoice'],
    body: InvoiceForm.extend(orderBody.shape),
    data: Ok,
    errors: ['notFound', 'refused'],
  }),
  page: endpoint({
    method: 'POST',
    path: '/v1/point/order/page',
    isRead: true,
    access: 'pointManagement:viewPage',
    summary: '订单列表',
    body: OrderFilter.extend({ ...pageFields, ...sortFields(ORDER_SORTS) }),
    data: pageOf(Order),
  }),
}

/** An order was created or changed, or its invoice. */
export const OrderEvent = z.object({
  type: z.literal('point_order_change'),
  orderNo: z.string(),
  status: OrderStatus,
  at: Instant,
  operatorId: AgentId.nullable(),
})
export type OrderEvent = z.infer<typeof OrderEvent>
