import { ONLINE_METHODS, type OnlineMethod } from '@ruwu/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { AddressLimit, LOGGED_LIMIT } from '../../platform/http/address-limit.ts'
import { NOTICE_PATHS } from './payment/create-payments.ts'
import type { NoticeCall, Payments } from './payment/payment-provider.ts'
import { settlePayment } from './settle-payment.ts'

const BODY_LIMIT = 64 * 1024

type NoticeDeps = { db: Database; clock: Clock; payments: Payments }

/** Notifications of the payment sides. Settled before they are answered: one that was not accepted is sent again. */
export async function paymentNoticeRoutes(app: FastifyInstance, deps: NoticeDeps): Promise<void> {
  const logged = new AddressLimit(LOGGED_LIMIT)

  async function isAccepted(method: OnlineMethod, call: NoticeCall, { log, ip }: FastifyRequest): Promise<boolean> {
    const notice = await deps.payments[method]?.read(call)
    if (notice?.kind === 'genuine')
      return !notice.payment || (await settlePayment({ ...deps, log }, method, notice.payment)) !== 'unknown'
    if (logged.take(ip, deps.clock.now()))
      log.warn({ method, reason: notice?.reason, address: ip }, 'payment notification refused')
    return false
  }

  await app.register(async (hooks) => {
    // The signature covers the raw bytes: no content parser may change them.
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    )
    for (const method of ONLINE_METHODS) {
      hooks.post(NOTICE_PATHS[method], async (request, reply) => {
        const provider = deps.payments[method]
        if (!provider) return reply.code(404).send()
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const call = { headers: request.headers, body }
        const answer = provider.answer(await isAccepted(method, call, request))
        return reply.code(answer.status).send(answer.body)
      })
    }
  })
}
