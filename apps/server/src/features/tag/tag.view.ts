import type { Tag } from '@ruwu/contract'
import type { TagRow } from './tag.repo.ts'

export const toTag = (row: TagRow): Tag => ({
  id: row.id,
  name: row.name,
  color: row.color,
  groupId: row.groupId,
  groupName: row.groupName,
  single: row.isSingle ?? false,
  kind: row.kind,
  description: row.description,
})
