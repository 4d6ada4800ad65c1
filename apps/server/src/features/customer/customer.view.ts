import type { Customer } from '@ruwu/contract'
import type { CustomerRow } from './case.ts'

export const toCustomer = (row: CustomerRow): Customer => ({
  customerId: row.id,
  topicId: row.id,
  name: row.name,
  remark: row.remark,
  avatar: row.avatar,
  source: row.source,
  subSourceId: row.relationId,
  agentId: row.agentId,
  enableAi: row.receptionType === 'ai_agent',
  receptionType: row.receptionType,
  receptionEpoch: row.receptionEpoch,
  aiOffReason: row.aiOffReason,
  autoEnableAt: row.autoEnableAt?.toISOString() ?? null,
  archive: row.archive,
  waitingSince: row.waitingSince?.toISOString() ?? null,
  lastMessage: row.lastMessage,
  lastSeq: row.lastSeq,
  ad: row.entry?.ad !== undefined,
})
