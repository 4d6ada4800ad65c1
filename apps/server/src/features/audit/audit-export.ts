import type { AuditEntry, AuditLogFilter } from '@ruwu/contract'
import { auditAgentName, auditFilterText, auditLabel, changesText, formatDateTimeSeconds } from '@ruwu/domain'
import { exportType, inBatches } from '../../platform/export-type.ts'
import { listAgents } from '../agent/index.ts'
import { type AuditRow, countAudit, listAudit } from './audit.repo.ts'
import { toEntry } from './audit.routes.ts'

/** 操作日志 as its drawer shows it. Entries name customers, so that an erasure deletes the file. */
export const auditExport = exportType<AuditLogFilter, AuditEntry>({
  permission: 'audit:viewPage',
  hasCustomers: true,
  columns: [
    { key: 'at', name: '时间', width: 20, value: ({ at }, timeZone) => formatDateTimeSeconds(at, timeZone) },
    { key: 'agent', name: '客服', width: 14, value: auditAgentName },
    { key: 'action', name: '动作', width: 20, value: ({ action }) => auditLabel(action) },
    { key: 'object', name: '对象', width: 24, value: ({ objectName }) => objectName },
    { key: 'changes', name: '前后值', width: 60, value: changesText },
    { key: 'ip', name: 'IP', width: 16, value: ({ ip }) => ip },
  ],
  async describe({ db, caller, filters, timeZone }) {
    const { agentId: id } = filters
    const [agent] = id ? await listAgents(db, caller.entId, { id }) : []
    return auditFilterText(filters, agent?.name, timeZone)
  },
  count: ({ db, caller, filters }, most) => countAudit(db, caller.entId, filters, most),
  async *batches({ db, caller, filters }) {
    const rows = inBatches<AuditRow>((last, limit) => listAudit(db, caller.entId, filters, { below: last?.id, limit }))
    for await (const batch of rows) yield batch.map(toEntry)
  },
})
