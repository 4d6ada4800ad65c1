import type { IncomingHttpHeaders } from 'node:http'
import type { OnlineMethod } from '@ruwu/contract'
import type { FastifyBaseLogger } from 'fastify'

/** The product's log, or the console of an operator's command. */
export type PaymentLog = Pick<FastifyBaseLogger, 'warn' | 'error'>

/** An order as a payment side is asked to collect it. */
export type PaymentRequest = { orderNo: string; amount: number; description: string; expireAt: Date }

/** Money that a payment side has received. `transactionId` is its own number. */
export type Payment = { orderNo: string; transactionId: string; amount: number; currency: string; paidAt: Date }

/** The whole of a payment, back to where it came from. The payment side pays a `refundNo` back once, however often it is asked. */
export type Refund = Payment & { refundNo: string; reason: string }

/**
 * `accepted`: will be paid back. `abnormal`: could not be, and goes on under the same number once the merchant has acted at the payment
 * side. `failed`: the number was closed and is never paid back.
 */
export type RefundOutcome = 'accepted' | 'abnormal' | 'done' | 'failed'

/** A line of a day's statement: money that came, or that went back under our number. */
export type StatementLine = Payment & { refundNo: string | undefined }

export type NoticeCall = { headers: IncomingHttpHeaders; body: Buffer }

/** A call that says it comes from the payment side. Without `payment` it is genuine and tells of nothing paid. */
export type Notice = { kind: 'refused'; reason: string } | { kind: 'genuine'; payment?: Payment }

export type NoticeAnswer = { status: number; body: string }

/** One payment side: 微信支付 or 支付宝. */
export type PaymentProvider = {
  /** The content of the QR code. */
  start(request: PaymentRequest): Promise<string>
  /** Undefined: not paid. */
  find(orderNo: string): Promise<Payment | undefined>
  /** True: no more payments of this order are taken. */
  close(orderNo: string): Promise<boolean>
  /** Codes of refusals after which nothing was paid back; after every other one that is not known. */
  finalRefusals: ReadonlySet<string>
  refund(refund: Refund): Promise<RefundOutcome>
  /** Undefined: it was never asked for this refund. */
  findRefund(refund: Refund): Promise<RefundOutcome | undefined>
  /** What the payment side has moved on a day (`2026-03-16`, in China); it is made on the next morning. */
  statement(day: string): Promise<StatementLine[]>
  /** Signature, time and addressee are checked here; what the payment means for the order is not. */
  read(call: NoticeCall): Promise<Notice>
  /** In the words of the payment side, which repeats a call that was not accepted. */
  answer(isAccepted: boolean): NoticeAnswer
}

/** Those that are configured. */
export type Payments = Partial<Record<OnlineMethod, PaymentProvider>>

/** No answer, or none that can be trusted. */
export class PaymentError extends Error {
  override name = 'PaymentError'
  readonly code: string

  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

/** The payment side itself said no: its signature was verified. */
export class PaymentRefusal extends PaymentError {
  override name = 'PaymentRefusal'
}

/** Calls signed longer ago are refused: a recorded one cannot be sent again. */
export const SIGNED_WITHIN_MS = 5 * 60_000

export const providersOf = (payments: Payments) => Object.entries(payments) as [OnlineMethod, PaymentProvider][]

/** What is shown to the payer: the shortest limit of both sides, 80 bytes. */
export const shownReason = (reason: string): string => Array.from(reason).slice(0, 26).join('')
