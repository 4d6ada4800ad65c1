export { AUDIT_DRAWER, AuditSheet } from './audit-sheet.tsx'
