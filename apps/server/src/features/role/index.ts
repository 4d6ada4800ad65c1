export { insertBuiltinRoles } from './builtin-roles.ts'
export { roleRoutes } from './role.routes.ts'
export { RoleService } from './role.service.ts'
