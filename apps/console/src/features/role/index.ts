export { permissionKey, useCan, useMyPermissions } from './permission.queries.ts'
export { useRoles } from './role.queries.ts'
