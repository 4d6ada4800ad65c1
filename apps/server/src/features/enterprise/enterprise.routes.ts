import { enterpriseApi, type EntId, type RelationId } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import type { Database, Queryable } from '../../db/database.ts'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import { getEnterprise } from './enterprise.repo.ts'
import { toEnterprise } from './enterprise.view.ts'

/** The channel account bound last, or undefined. Passed in, because channel itself depends on enterprise. */
type FindLastBound = (
  db: Queryable,
  entId: EntId,
) => Promise<{ id: RelationId; name: string; boundAt: Date } | undefined>

export function enterpriseRoutes(
  app: FastifyInstance,
  deps: ImplementDeps,
  { db, findLastBound }: { db: Database; findLastBound: FindLastBound },
): void {
  implement(app, deps, '企业', enterpriseApi, {
    detail: async ({ caller }) => toEnterprise(await getEnterprise(db.sql, caller.entId)),
    hasSuccessBound: async ({ caller }) => {
      const bound = await findLastBound(db.sql, caller.entId)
      return bound ? { relationId: bound.id, name: bound.name, boundAt: bound.boundAt.toISOString() } : null
    },
  })
}
