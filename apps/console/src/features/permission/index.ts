export { permissionKey, useCan, useMyPermissions } from './permission.queries.ts'
export { roleKeys, useRoles } from './role.queries.ts'
