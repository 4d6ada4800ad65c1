import { roleApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { RoleService } from './role.service.ts'

export function roleRoutes(app: FastifyInstance, deps: ImplementDeps, roles: RoleService): void {
  implement(app, deps, '角色', roleApi, {
    ownPermissions: ({ caller }) => roles.ownPermissions(caller),
    list: ({ caller }) => roles.list(caller),
    history: ({ caller, body }) => roles.history(caller, body),
    create: ({ caller, body }) => roles.create(caller, body),
    update: ({ caller, body: { id, version, ...input } }) => roles.update(caller, id, version, input),
    remove: ({ caller, query }) => roles.remove(caller, query.id, query.moveToRoleId),
  })
}
