import { createCipheriv, createHash, createHmac, randomBytes, sign, verify } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { PaymentDesk, Trade } from './payment-desk.ts'
import { wechatStatement } from './statements.ts'

/** What our server knows the stand-in by; the keys are its own installation's. */
export const WECHAT_PAY = {
  appId: 'wxsim0001',
  mchId: '1900000001',
  serialNo: '5157F09EFDC096DE15EBE81A47057A72',
  publicKeyId: 'PUB_KEY_ID_0000000001',
}

/** 32 characters, derived as the server derives them. */
export const apiV3KeyOf = (key: string) =>
  createHmac('sha256', key).update('wechat pay api v3 key').digest('hex').slice(0, 32)

const SIGNED_WITHIN_S = 300

const Native = z.object({
  appid: z.literal(WECHAT_PAY.appId),
  mchid: z.literal(WECHAT_PAY.mchId),
  description: z.string().min(1).max(127),
  out_trade_no: z.string().regex(/^[\w|*-]{6,32}$/),
  time_expire: z.iso.datetime({ offset: true }),
  notify_url: z.url(),
  amount: z.object({ total: z.int().positive(), currency: z.literal('CNY') }),
})

const RefundRequest = z.object({
  transaction_id: z.string().min(1),
  out_refund_no: z.string().regex(/^[\w|*@-]{1,64}$/),
  reason: z.string().max(80).optional(),
  amount: z.object({ refund: z.int().positive(), total: z.int().positive(), currency: z.literal('CNY') }),
})

class Refused extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** 微信支付 APIv3 as far as our server calls it: refuses what is not signed by the merchant, signs every answer. */
export function wechatPayRoutes(app: FastifyInstance, desk: PaymentDesk, apiV3Key: string): void {
  const signed = (body: string): Record<string, string> => {
    const timestamp = String(Math.floor(desk.world.now() / 1000))
    const nonce = randomBytes(16).toString('hex')
    return {
      'content-type': 'application/json',
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-serial': WECHAT_PAY.publicKeyId,
      'wechatpay-signature': sign(
        'RSA-SHA256',
        Buffer.from(`${timestamp}\n${nonce}\n${body}\n`),
        desk.platformKey,
      ).toString('base64'),
    }
  }

  desk.announceBy(
    'wechat',
    (trade) => {
      const nonce = randomBytes(6).toString('hex')
      const cipher = createCipheriv('aes-256-gcm', apiV3Key, nonce)
      cipher.setAAD(Buffer.from('transaction'))
      const bytes = Buffer.concat([
        cipher.update(JSON.stringify(transactionOf(trade))),
        cipher.final(),
        cipher.getAuthTag(),
      ])
      const body = JSON.stringify({
        id: randomBytes(16).toString('hex'),
        create_time: new Date(desk.world.now()).toISOString(),
        event_type: 'TRANSACTION.SUCCESS',
        resource_type: 'encrypt-resource',
        summary: '支付成功',
        resource: {
          algorithm: 'AEAD_AES_256_GCM',
          original_type: 'transaction',
          ciphertext: bytes.toString('base64'),
          associated_data: 'transaction',
          nonce,
        },
      })
      return { headers: signed(body), body }
    },
    (status) => status < 300,
  )

  const route = (
    method: 'GET' | 'POST',
    path: string,
    handle: (request: FastifyRequest) => object | string | undefined,
  ) =>
    app.route({
      method,
      url: `/wechat-pay${path}`,
      handler: async (request, reply) => {
        try {
          checkSignature(desk, request)
          return answer(reply, signed, 200, handle(request))
        } catch (error) {
          const { status, code, message } =
            error instanceof Refused ? error : new Refused(400, 'PARAM_ERROR', (error as Error).message)
          return answer(reply, signed, status, { code, message })
        }
      },
    })

  route('POST', '/v3/pay/transactions/native', (request) => {
    const asked = Native.parse(JSON.parse(bodyOf(request)))
    const trade = desk.open({
      side: 'wechat',
      orderNo: asked.out_trade_no,
      amount: asked.amount.total,
      description: asked.description,
      notifyUrl: asked.notify_url,
      expireAt: Date.parse(asked.time_expire),
    })
    if (!trade) throw new Refused(403, 'ORDER_CLOSED', '订单已支付或已关闭')
    return { code_url: desk.payUrl(trade) }
  })
  route('GET', '/v3/pay/transactions/out-trade-no/:orderNo', (request) => transactionOf(getTrade(desk, request)))
  route('POST', '/v3/pay/transactions/out-trade-no/:orderNo/close', (request) => {
    const trade = getTrade(desk, request)
    if (trade.state === 'paid') throw new Refused(400, 'ORDER_PAID', '订单已支付')
    trade.state = 'closed'
    return undefined
  })
  refundRoutes(desk, route)
  route('GET', '/v3/bill/tradebill', (request) => {
    const text = wechatStatement(desk, dayOf(request), WECHAT_PAY.appId)
    if (text === undefined) throw new Refused(400, 'NO_STATEMENT_EXIST', '账单文件不存在')
    const download = `http://${request.host}/wechat-pay/v3/billdownload/file?bill_date=${dayOf(request)}`
    return { hash_type: 'SHA1', hash_value: createHash('sha1').update(text).digest('hex'), download_url: download }
  })
  route('GET', '/v3/billdownload/file', (request) => wechatStatement(desk, dayOf(request), WECHAT_PAY.appId))
}

/** All of a payment, as far as our server asks for it. */
function refundRoutes(
  desk: PaymentDesk,
  route: (
    method: 'GET' | 'POST',
    path: string,
    handle: (request: FastifyRequest) => object | string | undefined,
  ) => void,
): void {
  route('POST', '/v3/refund/domestic/refunds', (request) => {
    const asked = RefundRequest.parse(JSON.parse(bodyOf(request)))
    const { transaction_id: transactionId, out_refund_no: refundNo } = asked
    const trade = desk.refund('wechat', { transactionId, refundNo, amount: asked.amount.refund })
    if (!trade) throw new Refused(403, 'NOT_ENOUGH', '没有可以退款的订单')
    return refundOf(trade)
  })
  route('GET', '/v3/refund/domestic/refunds/:refundNo', (request) => {
    const trade = desk.findRefund('wechat', (request.params as { refundNo: string }).refundNo)
    if (!trade) throw new Refused(404, 'RESOURCE_NOT_EXISTS', '退款单不存在')
    return refundOf(trade)
  })
}

const refundOf = ({ refundNo, transactionId, orderNo, amount }: Trade): object => ({
  refund_id: `5030${transactionId}`,
  out_refund_no: refundNo,
  transaction_id: transactionId,
  out_trade_no: orderNo,
  channel: 'ORIGINAL',
  status: 'SUCCESS',
  amount: { total: amount, refund: amount, currency: 'CNY' },
})

const dayOf = ({ query }: FastifyRequest) => (query as { bill_date?: string }).bill_date ?? ''

const bodyOf = ({ body }: FastifyRequest) => (Buffer.isBuffer(body) ? body.toString('utf8') : '')

function answer(
  reply: FastifyReply,
  signed: (body: string) => Record<string, string>,
  status: number,
  content: object | string | undefined,
): FastifyReply {
  const body = content === undefined ? '' : typeof content === 'string' ? content : JSON.stringify(content)
  return reply
    .code(content === undefined ? 204 : status)
    .headers(signed(body))
    .send(body)
}

function checkSignature(desk: PaymentDesk, request: FastifyRequest): void {
  const [scheme, given = ''] = (request.headers.authorization ?? '').split(/ (.*)/)
  const fields = Object.fromEntries([...given.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))
  const { mchid, serial_no, timestamp, nonce_str, signature = '' } = fields
  const message = [request.method, request.url, timestamp, nonce_str, bodyOf(request), ''].join('\n')
  const isFresh = Math.abs(desk.world.now() / 1000 - Number(timestamp)) <= SIGNED_WITHIN_S
  const isOurs = mchid === WECHAT_PAY.mchId && serial_no === WECHAT_PAY.serialNo
  const isSigned = verify('RSA-SHA256', Buffer.from(message), desk.merchantKey, Buffer.from(signature, 'base64'))
  if (scheme !== 'WECHATPAY2-SHA256-RSA2048' || !isFresh || !isOurs || !isSigned)
    throw new Refused(401, 'SIGN_ERROR', '签名错误')
}

function getTrade(desk: PaymentDesk, request: FastifyRequest): Trade {
  const trade = desk.find('wechat', (request.params as { orderNo: string }).orderNo)
  if (!trade) throw new Refused(404, 'ORDER_NOT_EXIST', '订单不存在')
  return trade
}

const STATES = { open: 'NOTPAY', paid: 'SUCCESS', closed: 'CLOSED' } as const

const transactionOf = ({ orderNo, amount, state, transactionId, paidAt, refundNo }: Trade): object => ({
  appid: WECHAT_PAY.appId,
  mchid: WECHAT_PAY.mchId,
  out_trade_no: orderNo,
  trade_type: 'NATIVE',
  trade_state: refundNo === undefined ? STATES[state] : 'REFUND',
  amount: { total: amount, currency: 'CNY' },
  ...(state === 'paid' && {
    transaction_id: transactionId,
    success_time: new Date(paidAt).toISOString(),
    payer: { openid: 'simulated-payer' },
  }),
})
