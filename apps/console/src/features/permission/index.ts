export { permissionKey, roleKeys, useCan, useMyPermissions, useRolePreview, useRoles } from './permission.queries.ts'
