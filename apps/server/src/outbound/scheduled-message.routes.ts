import { scheduledMessageApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../platform/http/implement.ts'
import type { ScheduledMessages } from './scheduled-message.service.ts'

export function scheduledMessageRoutes(app: FastifyInstance, deps: ImplementDeps, messages: ScheduledMessages): void {
  implement(app, deps, '稍后发送', scheduledMessageApi, {
    create: ({ caller, body }) => messages.create(caller, body),
    update: ({ caller, body }) => messages.update(caller, body),
    send: ({ caller, body }) => messages.send(caller, body),
    remove: ({ caller, query }) => messages.remove(caller, query.id),
  })
}
