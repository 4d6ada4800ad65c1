import { aiAgentApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { AiAgents } from './create-ai-agents.ts'

export function aiAgentRoutes(app: FastifyInstance, deps: ImplementDeps, ai: AiAgents): void {
  const { agents, publishing, tests, statistics } = ai
  implement(app, deps, 'AI 智能体', aiAgentApi, {
    detail: ({ caller, query }) => agents.detail(caller, query.relationId),
    save: ({ caller, body }) => agents.save(caller, body.relationId, body.draft, body.version),
    publish: ({ caller, body: { relationId, ...how }, origin }) =>
      publishing.publish({ caller, left: origin.closed() }, relationId, how),
    rollback: ({ caller, body }) => publishing.rollback(caller, body.relationId, body.version),
    listVersions: ({ caller, body: { relationId, ...page } }) => publishing.versions(caller, relationId, page),
    listTests: ({ caller, body }) => tests.list(caller, body.relationId),
    saveTest: ({ caller, body: { relationId, ...input } }) => tests.save(caller, relationId, input),
    removeTest: ({ caller, query }) => tests.remove(caller, query.relationId, query.id),
    runTests: ({ caller, body, origin }) => tests.run({ caller, left: origin.closed() }, body.relationId, body.ids),
    statistics: ({ caller, query }) => statistics.read(caller, query.relationId, query.range),
  })
}
