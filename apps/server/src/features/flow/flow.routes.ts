import { flowApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { FlowSwitch } from './flow-switch.ts'
import type { FlowService } from './flow.service.ts'

export function flowRoutes(
  app: FastifyInstance,
  deps: ImplementDeps,
  { flows, flowSwitch }: { flows: FlowService; flowSwitch: FlowSwitch },
): void {
  implement(app, deps, '工作流', flowApi, {
    list: ({ caller }) => flows.list(caller),
    choices: ({ caller, body }) => flowSwitch.choices(caller, body.relationId),
    running: ({ caller, query }) => flowSwitch.running(caller, query.customerId),
    origin: ({ caller, query }) => flowSwitch.origin(caller, query.messageId),
    detail: ({ caller, query }) => flows.detail(caller, query.id, query.version),
    create: ({ caller, body }) => flows.create(caller, body.name, body.templateId),
    copy: ({ caller, body }) => flows.copy(caller, body.id),
    save: ({ caller, body: { id, ...draft } }) => flows.save(caller, id, draft),
    publish: ({ caller, body: { id, ...how } }) => flows.publish(caller, id, how),
    disable: ({ caller, body }) => flows.disable(caller, body.id, body.disabled),
    remove: ({ caller, query }) => flows.remove(caller, query.id),
    renewSecret: ({ caller, body }) => flows.renewSecret(caller, body.id),
    listVersions: ({ caller, body: { id, ...page } }) => flows.listVersions(caller, id, page),
    rollback: ({ caller, body: { id, ...to } }) => flows.rollback(caller, id, to),
    runTest: ({ caller, body: { id, ...input } }) => flows.runTest(caller, id, input),
  })
}
