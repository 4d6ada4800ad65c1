import { agentApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { AgentEnabling } from './agent-enable.ts'
import type { AgentService } from './agent.service.ts'

export function agentRoutes(
  app: FastifyInstance,
  deps: ImplementDeps,
  agents: AgentService,
  enabling: AgentEnabling,
): void {
  implement(app, deps, '客服', agentApi, {
    list: ({ caller, body }) => agents.list(caller, body),
    detail: ({ caller, query }) => agents.detail(caller, query.id),
    create: ({ caller, body }) => agents.create(caller, body),
    update: ({ caller, body: { id, status, busy, ...edit } }) =>
      status === undefined ? agents.edit(caller, id, edit) : agents.setStatus(caller, id, status, busy),
    changeOwnPassword: ({ caller, body }) => agents.changeOwnPassword(caller, body.oldpassword, body.newPassword),
    resetPassword: ({ caller, body }) => agents.resetPassword(caller, body.id, body.newPassword),
    enable: ({ caller, body }) => enabling(caller, body),
    forceOffline: ({ caller, body }) => agents.forceOffline(caller, body.id),
  })
}
