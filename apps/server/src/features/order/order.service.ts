import {
  type CouponAnswer,
  type CouponQuestion,
  type OnlineMethod,
  type Order,
  type OrderFilter,
  type OrderRequest,
  type OrderSort,
  type PayMethod,
  type PointPackage,
  PROOF_MAX_BYTES,
} from '@ruwu/contract'
import {
  BALANCE_MAX,
  canPayOrder,
  canSubmitProof,
  COUPON_TEXTS,
  DEMO_TEXTS,
  formatMoney,
  isOrderOverdue,
  OPEN_ORDERS_MAX,
  ORDER_TEXTS,
  type OrderChoice,
  orderExpiry,
  type OrderPrice,
  orderPrice,
  POINT_PACKAGES,
} from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import { findFormFile } from '../../chat/attachment/index.ts'
import type { Database } from '../../db/database.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { FieldError, NotFoundError, UserFacingError } from '../../platform/http/errors.ts'
import { lockLimits, readTimeZone } from '../enterprise/index.ts'
import { newOrderNo, readBalance } from '../points/index.ts'
import { askPayments } from './ask-payments.ts'
import { closePayments } from './close-payments.ts'
import { recordStep } from './order-step.ts'
import {
  applyOrderAct,
  chooseMethod,
  countOpenOrders,
  getOrder,
  insertOrder,
  lockOrderByNo,
  type OrderRow,
  pageOrders,
} from './order.repo.ts'
import { toOrder } from './order.view.ts'
import { PaymentRefusal, type Payments } from './payment/payment-provider.ts'
import { askForCoupon, checkCode, reviveObstacle, tryCoupon, useCoupon } from './use-coupon.ts'

type Asked = { page: number; pageSize: number; sort?: OrderSort | undefined }

export type OrderService = ReturnType<typeof createOrderService>

type OrderDeps = {
  db: Database
  clock: Clock
  log: FastifyBaseLogger
  payments: Payments
  /** Empty: points cannot be bought here. */
  methods: readonly PayMethod[]
  /** Some of them take real money. */
  takesMoney: boolean
}

const PROOF_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'application/pdf'])

/** The type is what the bytes are, not what the upload called them. */
const isProof = ({ contentType, size }: { contentType: string; size: number }) =>
  PROOF_TYPES.has(contentType) && size <= PROOF_MAX_BYTES

const refuse = (text: string) => new UserFacingError('refused', text)

function priceOf(choice: OrderChoice): OrderPrice {
  const price = orderPrice(choice)
  if (!price) throw new NotFoundError(ORDER_TEXTS.package)
  return price
}

/** Orders of points, the enterprise's side. */
export function createOrderService({ methods, takesMoney, ...deps }: OrderDeps) {
  const { db, clock, log, payments } = deps

  /** Without a comma in the description: statements do not quote it. */
  async function startPayment(order: OrderRow, method: OnlineMethod, expireAt: Date): Promise<string> {
    const { orderNo, amount, points } = order
    const provider = payments[method]
    if (!provider) throw refuse(ORDER_TEXTS.methodClosed)
    try {
      return await provider.start({ orderNo, amount, description: `如晤积分 ${points}`, expireAt })
    } catch (error) {
      log.error({ err: error, method, orderNo }, 'a payment could not be started')
      if (!(error instanceof PaymentRefusal)) throw refuse(ORDER_TEXTS.unreachable)
      // Often because it was paid, and its notification is late or lost.
      await askPayments(deps, { ...order, openCodes: [method] })
      const { status } = await getOrder(db.sql, order)
      throw refuse(status === 'unpaid' ? ORDER_TEXTS.noCode : ORDER_TEXTS.notPayable)
    }
  }

  return {
    packages: async (): Promise<PointPackage[]> => (methods.length > 0 ? [...POINT_PACKAGES] : []),

    async checkCoupon({ entId, isVisitor }: Caller, { code, ...choice }: CouponQuestion): Promise<CouponAnswer> {
      if (isVisitor) return { valid: false, discount: 0, msg: DEMO_TEXTS.closed }
      const { amount } = priceOf(choice)
      const now = clock.now()
      return tryCoupon(db.sql, await askForCoupon(db.sql, entId, code, now), { entId, amount }, now)
    },

    async create(caller: Caller, { couponCode, ...choice }: OrderRequest): Promise<{ orderNo: string }> {
      if (methods.length === 0) throw refuse(ORDER_TEXTS.closed)
      // What a visitor of /demo orders is deleted with the demo: neither real money nor a use of the operator's coupons is taken for it.
      if (caller.isVisitor && (takesMoney || couponCode)) throw refuse(DEMO_TEXTS.closed)
      const price = priceOf(choice)
      const { entId, agentId } = caller
      if (couponCode) await checkCode(db.sql, entId, couponCode, clock.now())
      return db.transaction(async (tx) => {
        const now = clock.now()
        await lockLimits(tx.sql, entId)
        const { open, points: waiting } = await countOpenOrders(tx.sql, entId, now)
        if (open >= OPEN_ORDERS_MAX) throw refuse(ORDER_TEXTS.tooMany)
        const total = (await readBalance(tx.sql, entId)) + waiting + price.points + price.bonusPoints
        if (total > BALANCE_MAX) throw refuse(ORDER_TEXTS.tooManyPoints)
        const timeZone = await readTimeZone(tx.sql, entId)
        const discount = couponCode ? await useCoupon(tx.sql, couponCode, { entId, amount: price.amount }, now) : 0
        const amount = price.amount - discount
        const sold = { ...price, amount, discount, couponCode: couponCode ?? null }
        const made = { ...sold, entId, agentId, createdAt: now, expireAt: orderExpiry(now, null) }
        let orderNo = newOrderNo(now, timeZone)
        while (!(await insertOrder(tx.sql, { ...made, orderNo }))) orderNo = newOrderNo(now, timeZone)
        const saved = couponCode && { couponCode, discount: formatMoney(discount) }
        const after = { points: price.points, amount: formatMoney(amount), ...saved }
        await writeAudit(tx.sql, caller, { action: 'order.create', object: entId, name: orderNo, after }, now)
        await recordStep(tx, { entId, orderNo, status: 'unpaid' }, { kind: 'create', agentId }, now)
        return { orderNo }
      })
    },

    detail: async ({ entId }: Caller, orderNo: string): Promise<Order> =>
      toOrder(await getOrder(db.sql, { entId, orderNo })),

    async pay({ entId }: Caller, orderNo: string, method: PayMethod): Promise<{ qrContent: string; order: Order }> {
      const order = await getOrder(db.sql, { entId, orderNo })
      if (!methods.includes(method)) throw refuse(ORDER_TEXTS.methodClosed)
      const now = clock.now()
      const expireAt = orderExpiry(order.createdAt, method)
      if (isOrderOverdue(order, now)) throw refuse(ORDER_TEXTS.overdue)
      if (!canPayOrder(order, now)) throw refuse(ORDER_TEXTS.notPayable)
      if (method !== 'bank' && expireAt <= now) throw refuse(ORDER_TEXTS.codeOver)
      // A code of another side may have been paid meanwhile: the order is then no longer unpaid. It is not closed, because a closed
      // number can never be asked for a code again, and the agent may come back to it.
      if (order.openCodes.some((each) => each !== method)) await askPayments(deps, order)
      if (!(await chooseMethod(db.sql, order, method, expireAt))) throw refuse(ORDER_TEXTS.notPayable)
      const qrContent = method === 'bank' ? '' : await startPayment(order, method, expireAt)
      return { qrContent, order: toOrder(await getOrder(db.sql, order)) }
    },

    async proof(caller: Caller, orderNo: string, url: string): Promise<Order> {
      const { entId } = caller
      const before = await getOrder(db.sql, { entId, orderNo })
      if (!methods.includes('bank')) throw refuse(ORDER_TEXTS.methodClosed)
      const file = await findFormFile(db.sql, entId, url)
      if (!file || !isProof(file)) throw new FieldError({ url: ORDER_TEXTS.proof })
      // Paid by a code meanwhile, the order takes no receipt. A side that does not answer is asked again before it is confirmed.
      await askPayments(deps, before)
      return db.transaction(async (tx) => {
        const now = clock.now()
        const locked = await lockOrderByNo(tx.sql, orderNo)
        if (!locked || !canSubmitProof(locked)) throw refuse(ORDER_TEXTS.notProvable)
        if (await reviveObstacle(tx.sql, locked, now)) throw refuse(COUPON_TEXTS.over)
        await applyOrderAct(tx.sql, before, 'submitProof', { method: 'bank', proofUrl: url, reason: '' })
        await writeAudit(tx.sql, caller, { action: 'order.proof', object: entId, name: orderNo }, now)
        const order = await getOrder(tx.sql, before)
        await recordStep(tx, order, { kind: 'submitProof', agentId: caller.agentId }, now)
        tx.afterCommit(() => void closePayments(deps, order))
        return toOrder(order)
      })
    },

    cancel: (caller: Caller, orderNo: string): Promise<Order> =>
      db.transaction(async (tx) => {
        const now = clock.now()
        const before = await getOrder(tx.sql, { entId: caller.entId, orderNo })
        if (!(await applyOrderAct(tx.sql, before, 'cancel', { reason: ORDER_TEXTS.byAgent })))
          throw refuse(ORDER_TEXTS.notCancellable)
        await writeAudit(tx.sql, caller, { action: 'order.cancel', object: caller.entId, name: orderNo }, now)
        const order = await getOrder(tx.sql, before)
        await recordStep(tx, order, { kind: 'cancel', agentId: caller.agentId }, now)
        // A code that was shown before can no longer be paid; a payment that was faster revives the order.
        tx.afterCommit(() => void closePayments(deps, order))
        return toOrder(order)
      }),

    async page({ entId }: Caller, filter: OrderFilter, asked: Asked) {
      const { rows, total, page } = await pageOrders(db.sql, entId, filter, asked)
      return { items: rows.map(toOrder), total, page, pageSize: asked.pageSize }
    },
  }
}
