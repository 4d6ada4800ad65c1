import {
  createCipheriv,
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { FILES_DIR } from '../../../testing/start-node.ts'
import { selfSigned } from './self-signed.ts'

const MERCHANT = { mchId: '1900000109', appId: 'wx0000000000000001', serialNo: '7777777777777777' }
const API_V3_KEY = 'k'.repeat(32)

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

// Once for all tests of a file: making keys is slow.
const [merchantKey, firstKey, forger] = [newKey(), newKey(), newKey()]

type PlatformKey = { serialNo: string; key: KeyObject }
type Trade = { amount: number; state: 'NOTPAY' | 'SUCCESS' | 'CLOSED'; transactionId: string; paidAt: Date }
type Refund = { transaction_id: string; out_refund_no: string; amount: { refund: number; total: number } }
type NoticeChange = {
  amount?: number
  currency?: string
  mchId?: string
  transactionId?: string
  key?: KeyObject
  signedAt?: Date
}

export type WechatStandIn = Awaited<ReturnType<typeof startWechatPay>>

/** 微信支付 over real HTTP: refuses requests whose signature it cannot verify, signs its answers, and can sign notifications. */
export async function startWechatPay() {
  const platformKeys: PlatformKey[] = [{ serialNo: '5E000000000000A1', key: firstKey }]
  const trades = new Map<string, Trade>()
  /** Trades of the same merchant that are none of ours, or of another application. */
  const strangers = new Map<string, Trade & { appId?: string }>()
  const refunds = new Map<string, Refund>()
  const requests: string[] = []
  const state = {
    now: () => new Date(),
    isDown: false,
    /** Something in between answers, unsigned, that there is no such order. */
    isBehindProxy: false,
    /** What is asked for is done, and the answer lost. */
    isCut: false,
    /** The same, about these orders. */
    cut: new Set<string>(),
    /** The code was scanned, and the password is being typed. */
    isUserPaying: false,
    isFileForged: false,
    /** Statements are not made yet. */
    isBillLate: false,
    /** A refund that is asked for is paid back, and answered with an error. */
    isUnclear: false,
    /** How refunds go; without one they are refused. */
    refunds: 'SUCCESS' as 'SUCCESS' | 'PROCESSING' | 'ABNORMAL' | 'CLOSED' | undefined,
  }

  const current = () => platformKeys.at(-1)!

  function headersOf(body: string, { key, serialNo } = current(), signedAt = state.now()): Record<string, string> {
    const [timestamp, nonce] = [String(Math.floor(signedAt.getTime() / 1000)), randomBytes(8).toString('hex')]
    const signature = sign('RSA-SHA256', Buffer.from(`${timestamp}\n${nonce}\n${body}\n`), key).toString('base64')
    return {
      'content-type': 'application/json',
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-serial': serialNo,
      'wechatpay-signature': signature,
    }
  }

  const transactionOf = (orderNo: string, { amount, state: trade, transactionId, paidAt }: Trade) => ({
    appid: MERCHANT.appId,
    mchid: MERCHANT.mchId,
    out_trade_no: orderNo,
    trade_state: trade,
    amount: { total: amount, currency: 'CNY' },
    ...(trade === 'SUCCESS' && { transaction_id: transactionId, success_time: paidAt.toISOString() }),
  })

  function handle(method: string, url: string, body: string): { status: number; content?: object | string } {
    const address = new URL(url, 'http://wechat')
    const day = address.searchParams.get('bill_date')
    if (day !== null) {
      const text = state.isBillLate ? '' : statementOf(day)
      if (address.pathname.endsWith('/file'))
        return { status: 200, content: state.isFileForged ? text.replace('.00', '.01') : text }
      const hash = createHash('sha1').update(text).digest('hex')
      const content = { hash_type: 'SHA1', hash_value: hash, download_url: `${origin()}/file?bill_date=${day}` }
      return text === ''
        ? { status: 400, content: { code: 'NO_STATEMENT_EXIST', message: '账单文件不存在' } }
        : { status: 200, content }
    }
    const [, orderNo = '', verb] = /out-trade-no\/(\d+)(\/close)?/.exec(address.pathname) ?? []
    if (address.pathname === '/v3/certificates')
      return { status: 200, content: { data: platformKeys.map(certificateOf) } }
    if (method === 'POST' && address.pathname === '/v3/pay/transactions/native') {
      const asked = JSON.parse(body) as { out_trade_no: string; amount: { total: number } }
      if (trades.get(asked.out_trade_no)?.state === 'SUCCESS')
        return { status: 400, content: { code: 'ORDERPAID', message: '该订单已支付' } }
      trades.set(asked.out_trade_no, {
        amount: asked.amount.total,
        state: 'NOTPAY',
        transactionId: '',
        paidAt: state.now(),
      })
      return { status: 200, content: { code_url: `weixin://wxpay/bizpayurl?pr=${asked.out_trade_no}` } }
    }
    if (address.pathname.startsWith('/v3/refund/domestic/refunds')) return handleRefund(address.pathname, body)
    const trade = trades.get(orderNo)
    if (!trade) return { status: 404, content: { code: 'ORDER_NOT_EXIST', message: '订单不存在' } }
    if (!verb) return { status: 200, content: transactionOf(orderNo, trade) }
    if (trade.state === 'SUCCESS') return { status: 400, content: { code: 'ORDERPAID', message: '该订单已支付' } }
    if (state.isUserPaying) return { status: 202, content: { code: 'USER_PAYING', message: '用户支付中' } }
    trade.state = 'CLOSED'
    return { status: 204 }
  }

  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /** Empty when nothing was moved on that day. */
  function statementOf(day: string): string {
    const chinaTime = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
    const all: [string, Trade & { appId?: string }][] = [...trades, ...strangers]
    const paid = all.filter(([, trade]) => trade.state === 'SUCCESS' && chinaTime(trade.paidAt).startsWith(day))
    const lines = paid.map(([orderNo, { transactionId, paidAt, amount, appId = MERCHANT.appId }]) => [
      'SUCCESS',
      chinaTime(paidAt),
      appId,
      transactionId,
      orderNo,
      '0',
      'CNY',
      (amount / 100).toFixed(2),
      '0.00',
    ])
    const back = day === chinaTime(state.now()).slice(0, 10) ? [] : [...refunds.values()]
    const refunded = back.map(({ transaction_id: id, out_refund_no: no, amount }) => [
      'REFUND',
      `${day} 12:00:00`,
      MERCHANT.appId,
      id,
      all.find(([, { transactionId }]) => transactionId === id)?.[0] ?? '',
      no,
      'CNY',
      '0.00',
      (amount.refund / 100).toFixed(2),
    ])
    const rows = [...lines, ...refunded].map((values) => `\`${values.join(',`')}`)
    if (rows.length === 0) return ''
    const head = '交易状态,交易时间,公众账号ID,微信订单号,商户订单号,商户退款单号,货币种类,订单金额,申请退款金额'
    return [`\uFEFF${head}`, ...rows, '总交易单数,订单总金额', `\`${rows.length},\`0.00`, ''].join('\r\n')
  }

  /** A number is paid back once; one that is not known is refused. */
  function handleRefund(pathname: string, body: string): { status: number; content: object } {
    const asked = body === '' ? undefined : (JSON.parse(body) as Refund)
    const known = refunds.get(asked?.out_refund_no ?? pathname.split('/').at(-1)!)
    if (!known && !asked) return { status: 404, content: { code: 'RESOURCE_NOT_EXISTS', message: '退款单不存在' } }
    if (!known && !state.refunds) return { status: 403, content: { code: 'NOT_ENOUGH', message: '余额不足' } }
    if (!known && asked) refunds.set(asked.out_refund_no, asked)
    if (asked && state.isUnclear) return { status: 500, content: { code: 'SYSTEM_ERROR', message: '系统错误' } }
    return { status: 200, content: { ...(known ?? asked), status: state.refunds ?? 'SUCCESS' } }
  }

  const certificateOf = ({ serialNo, key }: PlatformKey) => {
    const valid = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2031-01-01T00:00:00Z') }
    return { serial_no: serialNo, encrypt_certificate: encrypt(selfSigned(key, { serialNo, ...valid }), 'certificate') }
  }

  const server = createServer((request, response) => {
    void readAll(request).then((body) => {
      const isAboutBill = request.url?.includes('bill_date') ?? false
      if (!isAboutBill) requests.push(`${request.method} ${request.url?.split('?')[0]}`)
      if (state.isDown) return response.destroy()
      if (state.isBehindProxy) return response.writeHead(404).end('{"code":"ORDER_NOT_EXIST","message":""}')
      const isSigned = isSignedByMerchant(merchantKey, request, body)
      const { status, content } = isSigned
        ? handle(request.method ?? '', request.url ?? '', body)
        : { status: 401, content: { code: 'SIGN_ERROR', message: '签名错误' } }
      const isCut = state.isCut || [...state.cut].some((orderNo) => `${request.url} ${body}`.includes(orderNo))
      if (isCut) return response.destroy()
      const text = content === undefined ? '' : typeof content === 'string' ? content : JSON.stringify(content)
      return response.writeHead(status, headersOf(text)).end(text)
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())

  const folder = mkdtempSync(path.join(FILES_DIR, 'ruwu-pay-'))
  const keyFile = path.join(folder, 'merchant.pem')
  writeFileSync(keyFile, merchantKey.export({ type: 'pkcs8', format: 'pem' }))

  return {
    state,
    requests,
    trades,
    /** By our number. */
    refunds,
    strangers,
    env: {
      WECHAT_PAY_APP_ID: MERCHANT.appId,
      WECHAT_PAY_MCH_ID: MERCHANT.mchId,
      WECHAT_PAY_SERIAL_NO: MERCHANT.serialNo,
      WECHAT_PAY_API_V3_KEY: API_V3_KEY,
      WECHAT_PAY_KEY_FILE: keyFile,
      WECHAT_PAY_BASE_URL: origin(),
    },
    /** As a newer merchant, who has public keys in place of certificates: these are two, of which the first is still in use. */
    publicKeyEnv() {
      platformKeys.splice(0, 1, ...['1', '2'].map((no) => ({ serialNo: `PUB_KEY_ID_${no}`, key: newKey() })))
      const file = path.join(folder, 'platform.pem')
      const pems = platformKeys.map(({ key }) => createPublicKey(key).export({ type: 'spki', format: 'pem' }))
      writeFileSync(file, pems.join(''))
      return {
        WECHAT_PAY_PUBLIC_KEY_ID: platformKeys.map(({ serialNo }) => serialNo).join(','),
        WECHAT_PAY_PUBLIC_KEY_FILE: file,
      }
    },
    signers: platformKeys,
    /** The next platform certificate: answers and notifications are signed with it from now on. */
    rotate: () => platformKeys.push({ serialNo: `5E000000000000A${platformKeys.length + 1}`, key: newKey() }),
    /** The code is scanned and paid; no notification yet. */
    pay(orderNo: string): void {
      const trade = trades.get(orderNo)!
      Object.assign(trade, { state: 'SUCCESS', transactionId: `4200${orderNo}`, paidAt: state.now() })
    },
    /** A notification of a paid order, with lies where asked for. */
    notice(orderNo: string, { amount, currency = 'CNY', mchId, transactionId, key, signedAt }: NoticeChange = {}) {
      const trade = trades.get(orderNo)!
      const told = {
        ...transactionOf(orderNo, trade),
        amount: { total: amount ?? trade.amount, currency },
        ...(mchId && { mchid: mchId }),
        ...(transactionId && { transaction_id: transactionId }),
      }
      const resource = { ...encrypt(JSON.stringify(told), 'transaction'), original_type: 'transaction' }
      const body = JSON.stringify({ id: randomBytes(8).toString('hex'), event_type: 'TRANSACTION.SUCCESS', resource })
      return { headers: headersOf(body, { ...current(), ...(key && { key }) }, signedAt), body }
    },
    strangerKey: () => forger,
  }
}

function encrypt(text: string, associated: string) {
  const nonce = randomBytes(6).toString('hex')
  const cipher = createCipheriv('aes-256-gcm', API_V3_KEY, nonce)
  cipher.setAAD(Buffer.from(associated))
  const bytes = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()])
  return { algorithm: 'AEAD_AES_256_GCM', ciphertext: bytes.toString('base64'), associated_data: associated, nonce }
}

function isSignedByMerchant(key: KeyObject, { headers, method, url }: IncomingMessage, body: string): boolean {
  const given = headers.authorization ?? ''
  const field = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(given)?.[1] ?? ''
  const message = `${method}\n${url}\n${field('timestamp')}\n${field('nonce_str')}\n${body}\n`
  return (
    given.startsWith('WECHATPAY2-SHA256-RSA2048 ') &&
    field('mchid') === MERCHANT.mchId &&
    field('serial_no') === MERCHANT.serialNo &&
    verify('RSA-SHA256', Buffer.from(message), publicOf(key), Buffer.from(field('signature'), 'base64'))
  )
}

const publicOf = (key: KeyObject) => ({ key: key.export({ type: 'pkcs8', format: 'pem' }) })

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
