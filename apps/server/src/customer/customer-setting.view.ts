import type { CustomerField } from '@ruwu/contract'
import type { FieldRow } from './customer-setting.repo.ts'

export const toField = (row: FieldRow): CustomerField => ({
  id: row.id,
  name: row.name,
  type: row.type,
  options: row.options,
  required: row.isRequired,
  inList: row.inList,
  sensitive: row.isSensitive,
  aiFill: row.aiFill,
  enabled: row.enabled,
  position: row.position,
  version: row.version,
})
