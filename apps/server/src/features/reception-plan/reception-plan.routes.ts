import { receptionPlanApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { ReceptionPlanService } from './reception-plan.service.ts'

export function receptionPlanRoutes(app: FastifyInstance, deps: ImplementDeps, plans: ReceptionPlanService): void {
  implement(app, deps, '接待方案', receptionPlanApi, {
    list: ({ caller }) => plans.list(caller),
    save: ({ caller, body: { moveIds, ...fields } }) => plans.save(caller, fields, moveIds),
    update: ({ caller, body: { id, version, moveIds, ...fields } }) =>
      plans.update(caller, { id, version }, fields, moveIds),
    remove: ({ caller, query }) => plans.remove(caller, query.id),
    simulate: ({ caller, body }) => plans.simulate(caller, body.relationId, new Date(body.at)),
  })
}
