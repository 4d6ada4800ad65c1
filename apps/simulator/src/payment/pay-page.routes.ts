import type { FastifyInstance } from 'fastify'
import { documentOf } from '../pages/document.ts'
import { PAGE_HEADERS } from '../pages/security.ts'
import { demoNotice } from '../pages/view/brand.ts'
import { type Html, html } from '../pages/view/html.ts'
import { icon } from '../pages/view/icons.ts'
import { themeButton } from '../pages/view/page-head.ts'
import type { PaymentDesk, Side, Trade } from './payment-desk.ts'

const NAMES: Record<Side, string> = { wechat: '微信支付', alipay: '支付宝' }

const OUTCOMES = {
  paid: { look: 'success', icon: 'check', title: '支付成功', text: '可以回到如晤查看订单' },
  closed: { look: 'off', icon: 'info', title: '订单已关闭', text: '二维码已失效，请回到如晤重新下单' },
} as const

const yuan = (cents: number) => `¥${(cents / 100).toFixed(2)}`

const outcome = (state: keyof typeof OUTCOMES): Html => {
  const { look, icon: name, title, text } = OUTCOMES[state]
  return html`<div class="outcome ${look}">
    ${icon(name, 44)}
    <h1>${title}</h1>
    <p>${text}</p>
  </div>`
}

const request = ({ side, description, amount, orderNo }: Trade): Html =>
  html`<form method="post">
    <div class="outcome">
      <h1>${yuan(amount)}</h1>
      <p>${NAMES[side]} · ${description}</p>
      <p>订单 ${orderNo}</p>
      <button type="submit" class="button primary large">确认支付</button>
    </div>
  </form>`

const pageOf = (trade: Trade): string =>
  documentOf({
    title: '支付',
    style: 'authorise',
    body: html`<main class="authorise">
      <div class="authorise-top">${demoNotice}${themeButton}</div>
      <section class="authorise-card">${trade.state === 'open' ? request(trade) : outcome(trade.state)}</section>
    </main>`,
  })

type Paid = { Params: { side: Side; orderNo: string } }

/** What a phone shows after it has scanned the code; no money is charged. */
export function payPageRoutes(app: FastifyInstance, desk: PaymentDesk): void {
  app.route<Paid>({
    method: ['GET', 'POST'],
    url: '/pay/:side/:orderNo',
    handler: (request, reply) => {
      const trade = desk.find(request.params.side, request.params.orderNo)
      if (!trade) return reply.callNotFound()
      if (request.method === 'POST') desk.pay(trade)
      return reply.headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(pageOf(trade))
    },
  })
}
