import { type KeyObject, sign, verify } from 'node:crypto'
import { z } from 'zod'
import type { PlatformHttp } from '../../../channels/http/platform-http.ts'
import type { Clock } from '../../../platform/clock.ts'
import { csvPartsOf } from '../../../platform/reading/zip.ts'
import {
  type Notice,
  type Payment,
  PaymentError,
  type PaymentProvider,
  PaymentRefusal,
  type Refund,
  type RefundOutcome,
  shownReason,
} from './payment-provider.ts'
import { readAlipayStatement } from './statement.ts'

export type AlipaySettings = {
  /** The gateway. */
  baseUrl: string
  appId: string
  /** `seller_id` that a payment must name; empty: not compared. */
  sellerId: string
  /** Of our application. */
  privateKey: KeyObject
  /** 支付宝公钥: while it is replaced, the old and the new one. */
  publicKeys: readonly KeyObject[]
}

type AlipayDeps = { settings: AlipaySettings; notifyUrl: string; clock: Clock; http: PlatformHttp }

const Answer = z.looseObject({ code: z.string(), msg: z.string().default(''), sub_code: z.string().optional() })

const Trade = z.object({
  out_trade_no: z.string(),
  trade_no: z.string().optional(),
  trade_status: z.string(),
  total_amount: z.string().regex(/^\d{1,9}(\.\d{1,2})?$/),
  /** Of a notification and of an answer. */
  gmt_payment: z.string().optional(),
  send_pay_date: z.string().optional(),
})

const RefundAnswer = z.object({ refund_status: z.string().optional(), fund_change: z.string().optional() })

const yuanOf = (cents: number) => (cents / 100).toFixed(2)

const PAID: ReadonlySet<string> = new Set(['TRADE_SUCCESS', 'TRADE_FINISHED'])
const SUCCESS = '10000'

const FINAL_REFUSALS: ReadonlySet<string> = new Set([
  'ACQ.INVALID_PARAMETER',
  'ACQ.REASON_TRADE_REFUND_FEE_ERR',
  'ACQ.REASON_TRADE_STATUS_INVALID',
  'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL',
  'ACQ.SELLER_BALANCE_NOT_ENOUGH',
  'ACQ.TRADE_HAS_FINISHED',
  'ACQ.TRADE_NOT_ALLOW_REFUND',
  'ACQ.TRADE_NOT_EXIST',
])

/** 支付宝 当面付, codes to scan: every call, answer and notification is signed (RSA2, RSA-SHA256). */
export function createAlipay({ settings, notifyUrl, clock, http }: AlipayDeps): PaymentProvider {
  const { appId, sellerId, privateKey, publicKeys } = settings

  const isSigned = (content: string, signature: string): boolean =>
    publicKeys.some((key) => verify('RSA-SHA256', Buffer.from(content), key, Buffer.from(signature, 'base64')))

  async function call(method: string, content: object, extra: Record<string, string> = {}): Promise<unknown> {
    const fields: Record<string, string> = {
      app_id: appId,
      method,
      format: 'JSON',
      charset: 'utf-8',
      sign_type: 'RSA2',
      timestamp: chinaTime(clock.now()),
      version: '1.0',
      biz_content: JSON.stringify(content),
      ...extra,
    }
    fields.sign = sign('RSA-SHA256', Buffer.from(signedText(fields)), privateKey).toString('base64')
    const { status, body } = await http.call({
      method: 'POST',
      url: new URL(`${settings.baseUrl}?charset=utf-8`),
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' },
      body: Buffer.from(new URLSearchParams(fields).toString()),
      changes: !method.endsWith('.query'),
    })
    const text = body.toString('utf8')
    const { node, signature } = splitAnswer(text, `${method.replaceAll('.', '_')}_response`)
    const answer = Answer.safeParse(parseJson(node)).data
    if (!answer) throw new PaymentError(`HTTP ${status}`, 'not an answer of 支付宝')
    // The signature is over the text of the answer, not over what a parser makes of it. A refusal is believed no earlier.
    if (!isSigned(node, signature)) throw new PaymentError('SIGNATURE', 'the answer is not signed by 支付宝')
    if (answer.code !== SUCCESS) throw new PaymentRefusal(answer.sub_code ?? answer.code, answer.msg)
    return answer
  }

  async function findRefund({ transactionId, refundNo }: Refund): Promise<RefundOutcome | undefined> {
    const content = { trade_no: transactionId, out_request_no: refundNo }
    const answer = await call('alipay.trade.fastpay.refund.query', content)
    // Without a status there is no such refund, or it did not succeed; asked again, it is paid back once.
    return RefundAnswer.parse(answer).refund_status === 'REFUND_SUCCESS' ? 'done' : undefined
  }

  return {
    finalRefusals: FINAL_REFUSALS,
    findRefund,

    async refund(refund) {
      const content = {
        trade_no: refund.transactionId,
        refund_amount: yuanOf(refund.amount),
        refund_reason: shownReason(refund.reason),
        out_request_no: refund.refundNo,
      }
      const answer = RefundAnswer.parse(await call('alipay.trade.refund', content))
      // `N`: nothing moved now, because it did before or is still on its way.
      return answer.fund_change === 'Y' ? 'done' : ((await findRefund(refund)) ?? 'accepted')
    },

    async start({ orderNo, amount, description, expireAt }) {
      const content = {
        out_trade_no: orderNo,
        total_amount: yuanOf(amount),
        subject: description,
        time_expire: chinaTime(expireAt),
      }
      const answer = await call('alipay.trade.precreate', content, { notify_url: notifyUrl })
      return z.object({ qr_code: z.string().min(1) }).parse(answer).qr_code
    },

    async find(orderNo) {
      const answer = await unlessAbsent(call('alipay.trade.query', { out_trade_no: orderNo }))
      return answer === undefined ? undefined : paymentOf(answer)
    },

    // A code that was never scanned stays payable until its end: `trade.cancel` would end it, but pays a payment of the same moment back.
    async close(orderNo) {
      await unlessAbsent(call('alipay.trade.close', { out_trade_no: orderNo }))
      return false
    },

    async statement(day) {
      const content = { bill_type: 'trade', bill_date: day }
      try {
        const answer = await call('alipay.data.dataservice.bill.downloadurl.query', content)
        const { bill_download_url: address } = z.object({ bill_download_url: z.url() }).parse(answer)
        const { status, body } = await http.call({ method: 'GET', url: new URL(address), headers: {}, changes: false })
        if (status !== 200) throw new PaymentError(`HTTP ${status}`, 'no statement')
        const tables = csvPartsOf(body).map((bytes) => new TextDecoder('gbk').decode(bytes))
        // Beside it lies its summary.
        const lines = tables.find((text) => text.includes('商户订单号'))
        if (lines === undefined) throw new PaymentError('STATEMENT', 'the archive has no lines')
        return readAlipayStatement(lines)
      } catch (error) {
        // Nothing was moved on that day, or it is not made yet.
        if (error instanceof PaymentRefusal && error.code === 'isp.bill_not_exist') return []
        throw error
      }
    },

    // Repeated notifications may carry the time of the first: old ones are not refused, and credit nothing a second time.
    async read({ body }): Promise<Notice> {
      const {
        sign: signature = '',
        sign_type: _type,
        ...fields
      } = Object.fromEntries(new URLSearchParams(body.toString()))
      if (!isSigned(signedText(fields), signature)) return { kind: 'refused', reason: 'signature' }
      if (fields.app_id !== appId) return { kind: 'refused', reason: 'another application’s payment' }
      if (sellerId && fields.seller_id !== sellerId) return { kind: 'refused', reason: 'another seller’s payment' }
      try {
        const payment = paymentOf(fields)
        return { kind: 'genuine', ...(payment && { payment }) }
      } catch (error) {
        return { kind: 'refused', reason: error instanceof Error ? error.message : 'unreadable' }
      }
    },

    answer: (isAccepted) => ({ status: 200, body: isAccepted ? 'success' : 'failure' }),
  }
}

/** A trade exists from the first scan on: without it nothing was paid. */
async function unlessAbsent(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof PaymentRefusal && error.code === 'ACQ.TRADE_NOT_EXIST') return undefined
    throw error
  }
}

/** Undefined: not paid. */
function paymentOf(value: unknown): Payment | undefined {
  const trade = Trade.parse(value)
  const paidAt = trade.gmt_payment ?? trade.send_pay_date
  if (!PAID.has(trade.trade_status) || !trade.trade_no || !paidAt) return undefined
  const amount = Math.round(Number(trade.total_amount) * 100)
  return {
    orderNo: trade.out_trade_no,
    transactionId: trade.trade_no,
    amount,
    currency: 'CNY',
    paidAt: new Date(`${paidAt.replace(' ', 'T')}+08:00`),
  }
}

/** Sorted by name; empty values are not signed. */
const signedText = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== '')
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

const CHINA_OFFSET_MS = 8 * 3_600_000

/** `yyyy-MM-dd HH:mm:ss`. */
const chinaTime = (date: Date): string =>
  new Date(date.getTime() + CHINA_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')

/** `{"…_response":{…},"sign":"…"}`: the text of the node as it was signed. */
function splitAnswer(text: string, name: string): { node: string; signature: string } {
  const found = [name, 'error_response'].find((each) => text.includes(`"${each}"`))
  const signAt = text.lastIndexOf('"sign"')
  const from = found === undefined ? -1 : text.indexOf('{', text.indexOf(`"${found}"`))
  const to = text.lastIndexOf('}', signAt < 0 ? text.length - 2 : signAt)
  return { node: from < 0 ? '' : text.slice(from, to + 1), signature: /"sign":"([^"]*)"/.exec(text)?.[1] ?? '' }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
