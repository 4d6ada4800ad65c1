export { insertBuiltinRoles } from './builtin-roles.ts'
export { insertRole } from './role.repo.ts'
export { roleRoutes } from './role.routes.ts'
export { RoleService } from './role.service.ts'
