import { enterpriseApi } from '@ruwu/contract'
import { readDict } from '@ruwu/domain'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { EnterpriseService } from './enterprise.service.ts'

export function enterpriseRoutes(app: FastifyInstance, deps: ImplementDeps, enterprises: EnterpriseService): void {
  implement(app, deps, '企业', enterpriseApi, {
    detail: ({ caller }) => enterprises.detail(caller),
    update: ({ caller, body }) => enterprises.update(caller, body),
    countOld: ({ caller, body }) => enterprises.countOld(caller, body.days),
    listDicts: async ({ body }) => [...new Set(body.types)].map(readDict),
    hasSuccessBound: ({ caller }) => enterprises.findFirstBound(caller),
  })
}
