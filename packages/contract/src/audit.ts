import { z } from 'zod'
import { AUDIT_ACTIONS } from './audit-action.ts'
import { endpoint } from './endpoint.ts'
import { AgentId, Instant } from './ids.ts'
import { cursorFields, cursorPageOf } from './paging.ts'
import { typedText } from './text.ts'

export * from './audit-action.ts'

/** Field name to its value as text, masked. Fields that did not change are absent. */
const AuditValues = z.record(z.string(), z.string())

export const AuditEntry = z.object({
  id: z.string(),
  at: Instant,
  /** Null: the operator of the installation. */
  agentId: AgentId.nullable(),
  /** Empty for the operator. */
  agentName: z.string(),
  /** A string: entries of actions that no longer exist stay readable. */
  action: z.string(),
  object: z.string(),
  objectName: z.string(),
  before: AuditValues,
  after: AuditValues,
  ip: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AUDIT_KEYWORD_MAX = 50

export const AuditLogFilter = z.object({
  agentId: AgentId.optional(),
  action: z.enum(AUDIT_ACTIONS).optional(),
  from: Instant.optional(),
  to: Instant.optional(),
  /** In the object's name, the values and the address. */
  keyword: typedText(AUDIT_KEYWORD_MAX, `关键词最多 ${AUDIT_KEYWORD_MAX} 个字`).optional(),
})
export type AuditLogFilter = z.infer<typeof AuditLogFilter>

export const auditApi = {
  page: endpoint({
    method: 'POST',
    path: '/v1/audit/page',
    isRead: true,
    access: 'audit:viewPage',
    summary: '操作日志',
    body: AuditLogFilter.extend(cursorFields(50)),
    data: cursorPageOf(AuditEntry),
  }),
}
