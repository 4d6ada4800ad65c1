import type { Tag, TagGroup } from '@ruwu/contract'
import type { TagGroupRow } from './tag-group.repo.ts'
import type { TagRow } from './tag.repo.ts'

type Usage = Record<'customers' | 'added7d' | 'allCustomers', number>

export const toTag = (row: TagRow, usage?: Usage): Tag => ({
  id: row.id,
  name: row.name,
  color: row.color,
  groupId: row.groupId,
  groupName: row.groupName,
  single: row.isSingle ?? false,
  kind: row.kind,
  description: row.description,
  customers: usage?.customers ?? null,
  added7d: usage?.added7d ?? null,
  allCustomers: usage?.allCustomers ?? null,
  rule: row.rule,
  aiPrompt: row.aiPrompt,
  updatedBy: row.updatedBy,
  updatedByName: row.updatedByName,
  updatedAt: row.updatedAt.toISOString(),
  version: row.version,
})

export const toTagGroup = (row: TagGroupRow): TagGroup => ({
  id: row.id,
  name: row.name,
  single: row.isSingle,
  position: row.position,
  tagCount: row.tagCount,
  conflicts: row.conflicts,
  updatedBy: row.updatedBy,
  updatedAt: row.updatedAt.toISOString(),
  version: row.version,
})
