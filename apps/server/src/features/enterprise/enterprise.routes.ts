import { enterpriseApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import { findLastBound } from '../channel/index.ts'
import { getEnterprise } from './enterprise.repo.ts'
import { toEnterprise } from './enterprise.view.ts'

export function enterpriseRoutes(app: FastifyInstance, deps: ImplementDeps, db: Database): void {
  implement(app, deps, '企业', enterpriseApi, {
    detail: async ({ caller }) => toEnterprise(await getEnterprise(db.sql, caller.entId)),
    hasSuccessBound: async ({ caller }) => {
      const bound = await findLastBound(db.sql, caller.entId)
      return bound ? { relationId: bound.id, name: bound.name, boundAt: bound.boundAt.toISOString() } : null
    },
  })
}
