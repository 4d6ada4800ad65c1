export { auditExport } from './audit-export.ts'
export { listAudit } from './audit.repo.ts'
export { auditRoutes, toEntry } from './audit.routes.ts'
