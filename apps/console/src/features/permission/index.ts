export { permissionKey, roleKeys, useCan, useMyPermissions, useRoles } from './permission.queries.ts'
