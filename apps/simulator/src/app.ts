import fastify, { type FastifyInstance } from 'fastify'
import { platformRoutes, recordUnknown } from './calls/platform-route.ts'
import { controlRoutes } from './control/control.routes.ts'
import { liveRoutes } from './control/live.routes.ts'
import { douyinAuthoriseView, douyinRoutes } from './douyin/index.ts'
import type { Machine } from './machine.ts'
import { mediaRoutes } from './media/media.routes.ts'
import { pageRoutes } from './pages/index.ts'
import { alipayRoutes } from './payment/alipay.routes.ts'
import { payPageRoutes } from './payment/pay-page.routes.ts'
import { PaymentDesk } from './payment/payment-desk.ts'
import { wechatPayRoutes } from './payment/wechat-pay.routes.ts'
import { redbookAuthoriseView, redbookRoutes } from './redbook/index.ts'
import { indexView } from './view/index-view.ts'
import { merchantView } from './view/merchant-view.ts'
import { phoneView } from './view/phone-view.ts'
import type { PageData } from './views.ts'
import { ControlRefusal } from './world/refusal.ts'

/** A picture of ten megabytes and what multipart adds to it. */
const MAX_BODY_BYTES = 12 * 1024 * 1024

/** The two platforms, the payment sides, the pages and /control on one address. */
export function buildApp(machine: Machine): FastifyInstance {
  const { sim, player } = machine
  const { world } = sim
  const app = fastify({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
  })
  // Signatures are over raw bytes, so bodies stay bytes; each route reads its own.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))

  app.setErrorHandler((error, _, reply) => {
    if (error instanceof ControlRefusal) return reply.status(error.status).send({ error: { message: error.message } })
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    return reply.status(500).send({ error: { message: '模拟平台内部错误' } })
  })
  app.setNotFoundHandler((request, reply) => {
    recordUnknown(sim, request)
    return reply.status(404).send({ error: { message: '没有这个地址' } })
  })

  const data: PageData = {
    index: () => indexView(sim, player),
    phone: (source, accountId, customerId) => phoneView(world, source, accountId, customerId),
    merchant: (source, accountId) => merchantView(world, source, accountId),
    authorise: (source, query) =>
      source === 'douyin' ? douyinAuthoriseView(world, query) : redbookAuthoriseView(world, query),
  }
  platformRoutes(app, sim, 'douyin', douyinRoutes(sim))
  platformRoutes(app, sim, 'redbook', redbookRoutes(sim))
  const { payment } = world.options
  if (payment) {
    const desk = new PaymentDesk(world, payment.folder)
    wechatPayRoutes(app, desk, payment.apiV3Key)
    alipayRoutes(app, desk)
    payPageRoutes(app, desk)
  }
  mediaRoutes(app, world)
  liveRoutes(app, world, data)
  controlRoutes(app, machine, data)
  pageRoutes(app, data)
  return app
}
