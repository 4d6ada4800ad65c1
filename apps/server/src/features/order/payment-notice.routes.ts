import { ONLINE_METHODS, type OnlineMethod } from '@ruwu/contract'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { NOTICE_PATHS } from './payment/create-payments.ts'
import type { NoticeCall, Payments } from './payment/payment-provider.ts'
import { settlePayment } from './settle-payment.ts'

const BODY_LIMIT = 64 * 1024

type NoticeDeps = { db: Database; clock: Clock; log: FastifyBaseLogger; payments: Payments }

/** Notifications of the payment sides. Settled before they are answered: one that was not accepted is sent again. */
export async function paymentNoticeRoutes(app: FastifyInstance, deps: NoticeDeps): Promise<void> {
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
        const answer = provider.answer(await isAccepted({ ...deps, log: request.log }, method, call))
        return reply.code(answer.status).send(answer.body)
      })
    }
  })
}

async function isAccepted(deps: NoticeDeps, method: OnlineMethod, call: NoticeCall): Promise<boolean> {
  const notice = await deps.payments[method]?.read(call)
  if (notice?.kind === 'genuine')
    return !notice.payment || (await settlePayment(deps, method, notice.payment)) !== 'unknown'
  deps.log.warn({ method, reason: notice?.reason }, 'payment notification refused')
  return false
}
