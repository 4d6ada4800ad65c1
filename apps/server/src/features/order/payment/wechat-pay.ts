import { createDecipheriv, createHash, type KeyObject, randomBytes, sign, verify } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import type { PlatformHttp } from '../../../channels/http/platform-http.ts'
import type { Clock } from '../../../platform/clock.ts'
import {
  type Notice,
  type Payment,
  PaymentError,
  type PaymentProvider,
  PaymentRefusal,
  type Refund,
  type RefundOutcome,
  shownReason,
  SIGNED_WITHIN_MS,
} from './payment-provider.ts'
import { readWechatStatement } from './statement.ts'
import { createPlatformCertificates } from './wechat-certificates.ts'

export type WechatPaySettings = {
  baseUrl: string
  appId: string
  mchId: string
  /** Of the merchant's certificate. */
  serialNo: string
  /** 32 characters: the key of encrypted resources. */
  apiV3Key: string
  /** Of the merchant. */
  privateKey: KeyObject
  /** 微信支付公钥, which replace certificates for newer merchants; while one is replaced, the old and the new one. */
  publicKeys: readonly { id: string; key: KeyObject }[]
}

type WechatPayDeps = { settings: WechatPaySettings; notifyUrl: string; clock: Clock; http: PlatformHttp }

const Encrypted = z.object({
  algorithm: z.literal('AEAD_AES_256_GCM'),
  ciphertext: z.string(),
  nonce: z.string(),
  associated_data: z.string().default(''),
})
export type Encrypted = z.infer<typeof Encrypted>

const NoticeBody = z.object({ event_type: z.string(), resource: Encrypted })

const Transaction = z.object({
  appid: z.string(),
  mchid: z.string(),
  out_trade_no: z.string(),
  trade_state: z.string(),
  transaction_id: z.string().optional(),
  success_time: z.string().optional(),
  amount: z.object({ total: z.int(), currency: z.string().default('CNY') }).optional(),
})

/** 微信支付 pays back to a card within days, to a wallet at once. */
const REFUND_OUTCOMES = {
  PROCESSING: 'accepted',
  SUCCESS: 'done',
  CLOSED: 'failed',
  ABNORMAL: 'abnormal',
} as const satisfies Record<string, RefundOutcome>
const RefundAnswer = z.object({ status: z.enum(['PROCESSING', 'SUCCESS', 'CLOSED', 'ABNORMAL']) })
const refundOutcome = (answer: unknown): RefundOutcome => REFUND_OUTCOMES[RefundAnswer.parse(answer).status]

const REFUNDS = '/v3/refund/domestic/refunds'
const FINAL_REFUSALS: ReadonlySet<string> = new Set([
  'APPID_MCHID_NOT_MATCH',
  'MCH_NOT_EXISTS',
  'NOT_ENOUGH',
  'NO_AUTH',
  'PARAM_ERROR',
  'RESOURCE_NOT_EXISTS',
  'TRADE_OVERDUE',
  'USER_ACCOUNT_ABNORMAL',
])

const Bill = z.object({ hash_value: z.string(), download_url: z.url() })

const Certificates = z.object({
  data: z.array(z.object({ serial_no: z.string(), encrypt_certificate: Encrypted })),
})

const Refusal = z.object({ code: z.string(), message: z.string() })

const byOrder = (orderNo: string) => `/v3/pay/transactions/out-trade-no/${orderNo}`

/** 微信支付 APIv3, Native: every call and every answer is signed (RSA-SHA256), notifications are also encrypted (AES-256-GCM). */
export function createWechatPay({ settings, notifyUrl, clock, http }: WechatPayDeps): PaymentProvider {
  const { appId, mchId, serialNo, privateKey, publicKeys } = settings
  /** The one that answers are to be signed with. */
  const newestId = publicKeys.at(-1)?.id

  const certificates = createPlatformCertificates({
    clock,
    async download() {
      const { headers, body } = await send('GET', '/v3/certificates')
      const { data } = Certificates.parse(JSON.parse(body.toString('utf8')))
      const found = data.map((each) => ({ serialNo: each.serial_no, pem: open(each.encrypt_certificate) }))
      return { found, isSigned: (key) => isSignedBy(key, headers, body) }
    },
  })

  const open = ({ ciphertext, nonce, associated_data: authenticated }: Encrypted) =>
    decryptResource(settings.apiV3Key, { ciphertext, nonce, authenticated })

  /** A forged serial number costs at most one download a minute. */
  const keyOf = async (serial: string): Promise<KeyObject | undefined> =>
    publicKeys.find(({ id }) => id === serial)?.key ?? certificates.find(serial)

  async function isGenuine(headers: SignedHeaders, body: Buffer): Promise<boolean> {
    const signedAt = Number(headerOf(headers, 'wechatpay-timestamp')) * 1000
    if (!(Math.abs(clock.now().getTime() - signedAt) <= SIGNED_WITHIN_MS)) return false
    const key = await keyOf(headerOf(headers, 'wechatpay-serial'))
    return key !== undefined && isSignedBy(key, headers, body)
  }

  const send = (method: 'GET' | 'POST', path: string, content?: object) =>
    sendTo(new URL(settings.baseUrl.replace(/\/+$/, '') + path), method, content)

  function sendTo(url: URL, method: 'GET' | 'POST', content?: object) {
    const body = content === undefined ? '' : JSON.stringify(content)
    const timestamp = Math.floor(clock.now().getTime() / 1000)
    const nonce = randomBytes(16).toString('hex')
    const signed = [method, url.pathname + url.search, timestamp, nonce, body, ''].join('\n')
    const signature = sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64')
    const fields = { mchid: mchId, nonce_str: nonce, timestamp, serial_no: serialNo, signature }
    const authorization = Object.entries(fields).map(([name, value]) => `${name}="${value}"`)
    return http.call({
      method,
      url,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'user-agent': 'ruwu',
        authorization: `WECHATPAY2-SHA256-RSA2048 ${authorization.join(',')}`,
        ...(newestId && { 'wechatpay-serial': newestId }),
      },
      ...(body && { body: Buffer.from(body) }),
      changes: method === 'POST',
    })
  }

  /** An answer without a valid signature is not believed, whatever it says: a proxy's 404 does not mean "not paid". */
  async function call(method: 'GET' | 'POST', path: string, content?: object): Promise<unknown> {
    const { status, headers, body } = await send(method, path, content)
    const text = body.toString('utf8')
    if (!(await isGenuine(headers, body)))
      throw new PaymentError('SIGNATURE', `HTTP ${status}: the answer is not signed by 微信支付`)
    if (status >= 400) {
      const said = Refusal.safeParse(parseJson(text)).data
      throw new PaymentRefusal(said?.code ?? `HTTP ${status}`, said?.message ?? 'no reason given')
    }
    return text === '' ? undefined : parseJson(text)
  }

  /** Undefined: not paid. Another merchant's or application's transaction is never ours. */
  function paymentOf(value: unknown): Payment | undefined {
    const found = Transaction.parse(value)
    const { transaction_id: transactionId, success_time: paidAt, amount } = found
    if (found.mchid !== mchId || found.appid !== appId)
      throw new PaymentError('ADDRESSEE', 'another merchant’s payment')
    if (found.trade_state !== 'SUCCESS' || !transactionId || !paidAt || !amount) return undefined
    const { total, currency } = amount
    return { orderNo: found.out_trade_no, transactionId, amount: total, currency, paidAt: new Date(paidAt) }
  }

  return {
    async start({ orderNo, amount, description, expireAt }) {
      const answer = await call('POST', '/v3/pay/transactions/native', {
        appid: appId,
        mchid: mchId,
        description,
        out_trade_no: orderNo,
        time_expire: expireAt.toISOString().replace(/\.\d+Z$/, '+00:00'),
        notify_url: notifyUrl,
        amount: { total: amount, currency: 'CNY' },
      })
      return z.object({ code_url: z.string().min(1) }).parse(answer).code_url
    },

    async find(orderNo) {
      try {
        return paymentOf(await call('GET', `${byOrder(orderNo)}?mchid=${mchId}`))
      } catch (error) {
        // No code of it was ever asked for.
        if (error instanceof PaymentRefusal && /^ORDER_?NOT_?EXIST$/.test(error.code)) return undefined
        throw error
      }
    },

    // Closed without a body; an order that is being paid is accepted with one (202 USER_PAYING), a paid one is refused.
    async close(orderNo) {
      return (await call('POST', `${byOrder(orderNo)}/close`, { mchid: mchId })) === undefined
    },

    finalRefusals: FINAL_REFUSALS,

    async refund({ transactionId, refundNo, reason, amount, currency }: Refund) {
      const content = {
        transaction_id: transactionId,
        out_refund_no: refundNo,
        reason: shownReason(reason),
        amount: { refund: amount, total: amount, currency },
      }
      return refundOutcome(await call('POST', REFUNDS, content))
    },

    async findRefund({ refundNo }: Refund) {
      try {
        return refundOutcome(await call('GET', `${REFUNDS}/${refundNo}`))
      } catch (error) {
        if (error instanceof PaymentRefusal && /^RESOURCE_?NOT_?EXISTS?$/.test(error.code)) return undefined
        throw error
      }
    },

    async statement(day) {
      try {
        const found = Bill.parse(await call('GET', `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL`))
        // The file itself is not signed: the signed answer names its hash.
        const { body } = await sendTo(new URL(found.download_url), 'GET')
        if (createHash('sha1').update(body).digest('hex') !== found.hash_value.toLowerCase())
          throw new PaymentError('HASH', 'the statement is not the one that was announced')
        return readWechatStatement(body.toString('utf8'), appId)
      } catch (error) {
        // Nothing was moved on that day, or it is not made yet.
        if (error instanceof PaymentRefusal && error.code === 'NO_STATEMENT_EXIST') return []
        throw error
      }
    },

    async read({ headers, body }): Promise<Notice> {
      try {
        // Throws when the certificate of a made-up serial number cannot be downloaded.
        if (!(await isGenuine(headers, body))) return { kind: 'refused', reason: 'signature' }
        const { event_type: type, resource } = NoticeBody.parse(JSON.parse(body.toString('utf8')))
        const payment = type === 'TRANSACTION.SUCCESS' ? paymentOf(JSON.parse(open(resource))) : undefined
        return { kind: 'genuine', ...(payment && { payment }) }
      } catch (error) {
        return { kind: 'refused', reason: error instanceof Error ? error.message : 'unreadable' }
      }
    },

    answer: (isAccepted) =>
      isAccepted ? { status: 204, body: '' } : { status: 401, body: JSON.stringify({ code: 'FAIL', message: '失败' }) },
  }
}

type SignedHeaders = IncomingHttpHeaders

const headerOf = (headers: SignedHeaders, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

function isSignedBy(key: KeyObject, headers: SignedHeaders, body: Buffer): boolean {
  const [timestamp, nonce, signature] = ['timestamp', 'nonce', 'signature'].map((name) =>
    headerOf(headers, `wechatpay-${name}`),
  )
  const signed = Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), body, Buffer.from('\n')])
  return verify('RSA-SHA256', signed, key, Buffer.from(signature ?? '', 'base64'))
}

const TAG_BYTES = 16

/** The tag is the end of the ciphertext; a changed one throws. */
function decryptResource(
  apiV3Key: string,
  { ciphertext, nonce, authenticated }: { ciphertext: string; nonce: string; authenticated: string },
): string {
  const bytes = Buffer.from(ciphertext, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', apiV3Key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  decipher.setAAD(Buffer.from(authenticated))
  return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
