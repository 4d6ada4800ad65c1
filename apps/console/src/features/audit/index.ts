export { AUDIT_DRAWER, AuditEntries, AuditSheet } from './audit-sheet.tsx'
