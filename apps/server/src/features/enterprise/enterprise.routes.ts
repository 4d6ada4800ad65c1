import { enterpriseApi } from '@ruwu/contract'
import { readDict } from '@ruwu/domain'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { ClosingService } from './closing.service.ts'
import type { EnterpriseService } from './enterprise.service.ts'

export function enterpriseRoutes(
  app: FastifyInstance,
  deps: ImplementDeps,
  enterprises: EnterpriseService,
  closing: ClosingService,
): void {
  implement(app, deps, '企业', enterpriseApi, {
    detail: ({ caller }) => enterprises.detail(caller),
    update: ({ caller, body }) => enterprises.update(caller, body),
    close: ({ caller, body }) => closing.close(caller, body),
    keep: ({ caller }) => closing.keep(caller),
    countOld: ({ caller, body }) => enterprises.countOld(caller, body.days),
    listDicts: async ({ body }) => [...new Set(body.types)].map(readDict),
    hasSuccessBound: ({ caller }) => enterprises.findFirstBound(caller),
  })
}
