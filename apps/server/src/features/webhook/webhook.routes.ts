import { webhookApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { WebhookService } from './webhook.service.ts'

export function webhookRoutes(app: FastifyInstance, deps: ImplementDeps, webhooks: WebhookService): void {
  implement(app, deps, 'Webhook 订阅', webhookApi, {
    list: ({ caller }) => webhooks.list(caller),
    save: ({ caller, body: { id, ...input } }) => webhooks.save(caller, id, input),
    test: ({ caller, body }) => webhooks.test(caller, body.id),
    redeliver: ({ caller, body }) => webhooks.redeliver(caller, body.id),
    remove: ({ caller, query }) => webhooks.remove(caller, query.id),
  })
}
