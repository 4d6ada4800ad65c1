import { sign, verify } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { PaymentDesk, Trade } from './payment-desk.ts'
import { alipayStatement, chinaTime } from './statements.ts'

const APP_ID = '2021000000000001'

const yuan = z.string().regex(/^\d+\.\d{2}$/)

const Content = z.object({
  out_trade_no: z
    .string()
    .regex(/^\w{1,64}$/)
    .default(''),
  trade_no: z.string().optional(),
  out_request_no: z.string().optional(),
  bill_date: z.iso.date().optional(),
  refund_amount: yuan.optional(),
  total_amount: yuan.optional(),
  subject: z.string().min(1).max(256).optional(),
  time_expire: z.string().optional(),
})

type Answer = Record<string, string>

const refusal = (code: string, sub: string): Answer => ({ code, msg: 'Business Failed', sub_code: sub, sub_msg: sub })

/** 支付宝's gateway as far as our server calls it: refuses what is not signed by the application, signs every answer. */
export function alipayRoutes(app: FastifyInstance, desk: PaymentDesk): void {
  const signed = (text: string) => sign('RSA-SHA256', Buffer.from(text), desk.platformKey).toString('base64')

  desk.announceBy(
    'alipay',
    (trade) => {
      const fields = {
        app_id: APP_ID,
        charset: 'utf-8',
        notify_type: 'trade_status_sync',
        notify_id: trade.transactionId,
        notify_time: chinaTime(desk.world.now()),
        version: '1.0',
        subject: trade.description,
        ...tradeOf(trade),
        gmt_payment: chinaTime(trade.paidAt),
      }
      const body = new URLSearchParams({ ...fields, sign_type: 'RSA2', sign: signed(signedText(fields)) }).toString()
      return { headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }, body }
    },
    (_status, body) => body === 'success',
  )

  app.get<{ Querystring: { day?: string } }>('/alipay/bill', (request, reply) => {
    const file = alipayStatement(desk, request.query.day ?? '')
    return file ? reply.type('application/zip').send(file) : reply.callNotFound()
  })

  type Called = { notifyUrl: string; host: string }
  const handlers: Record<string, (content: z.infer<typeof Content>, called: Called) => Answer> = {
    'alipay.data.dataservice.bill.downloadurl.query': ({ bill_date: day = '' }, { host }) =>
      alipayStatement(desk, day)
        ? { bill_download_url: `http://${host}/alipay/bill?day=${day}` }
        : refusal('40004', 'isp.bill_not_exist'),
    'alipay.trade.precreate': (content, { notifyUrl }) => {
      const trade = desk.open({
        side: 'alipay',
        orderNo: content.out_trade_no,
        amount: Math.round(Number(content.total_amount) * 100),
        description: content.subject ?? '',
        notifyUrl,
        expireAt: Date.parse(`${content.time_expire?.replace(' ', 'T')}+08:00`),
      })
      return trade ? { qr_code: desk.payUrl(trade) } : refusal('40004', 'ACQ.TRADE_HAS_CLOSE')
    },
    'alipay.trade.query': ({ out_trade_no: orderNo }) => {
      const trade = desk.find('alipay', orderNo)
      return trade ? tradeOf(trade) : refusal('40004', 'ACQ.TRADE_NOT_EXIST')
    },
    'alipay.trade.close': ({ out_trade_no: orderNo }) => {
      const trade = desk.find('alipay', orderNo)
      if (!trade) return refusal('40004', 'ACQ.TRADE_NOT_EXIST')
      if (trade.state === 'paid') return refusal('40004', 'ACQ.TRADE_STATUS_ERROR')
      trade.state = 'closed'
      return { out_trade_no: orderNo }
    },
    'alipay.trade.refund': ({ trade_no: transactionId = '', out_request_no: refundNo = '', refund_amount: amount }) => {
      const isNew = !desk.findRefund('alipay', refundNo)
      const trade = desk.refund('alipay', { transactionId, refundNo, amount: Math.round(Number(amount) * 100) })
      if (!trade) return refusal('40004', 'ACQ.TRADE_STATUS_ERROR')
      return { out_trade_no: trade.orderNo, trade_no: transactionId, fund_change: isNew ? 'Y' : 'N' }
    },
    'alipay.trade.fastpay.refund.query': ({ out_request_no: refundNo = '' }): Answer =>
      desk.findRefund('alipay', refundNo) ? { out_request_no: refundNo, refund_status: 'REFUND_SUCCESS' } : {},
  }

  app.post('/alipay/gateway.do', (request, reply) => {
    const given = Object.fromEntries(new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString() : ''))
    const { sign: signature = '', ...fields } = given
    const isSigned = verify(
      'RSA-SHA256',
      Buffer.from(signedText(fields)),
      desk.merchantKey,
      Buffer.from(signature, 'base64'),
    )
    const handle = handlers[fields.method ?? '']
    const content = Content.safeParse(JSON.parse(fields.biz_content ?? '{}'))
    const answer =
      !isSigned || fields.app_id !== APP_ID
        ? refusal('40002', 'isv.invalid-signature')
        : handle && content.success
          ? handle(content.data, { notifyUrl: fields.notify_url ?? '', host: request.host })
          : refusal('40002', 'isv.invalid-parameter')
    const node = JSON.stringify({ code: '10000', msg: 'Success', ...answer })
    const name = `${(fields.method ?? 'error').replaceAll('.', '_')}_response`
    return reply.type('text/html; charset=utf-8').send(`{"${name}":${node},"sign":"${signed(node)}"}`)
  })
}

const STATES = { open: 'WAIT_BUYER_PAY', paid: 'TRADE_SUCCESS', closed: 'TRADE_CLOSED' } as const

const tradeOf = ({ orderNo, amount, state, transactionId, paidAt, refundNo }: Trade): Answer => ({
  out_trade_no: orderNo,
  trade_status: refundNo === undefined ? STATES[state] : STATES.closed,
  total_amount: (amount / 100).toFixed(2),
  ...(state === 'paid' && { trade_no: transactionId, send_pay_date: chinaTime(paidAt) }),
})

/** Sorted by name, without empty values. */
const signedText = (fields: Record<string, string>): string =>
  Object.keys(fields)
    .toSorted()
    .filter((name) => fields[name] !== '')
    .map((name) => `${name}=${fields[name]}`)
    .join('&')
