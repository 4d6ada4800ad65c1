import type { Knowledge, KnowledgeDetail, RelationId } from '@ruwu/contract'
import type { NamedRow } from './knowledge.repo.ts'

/** The entry as the account sees it. */
export const toKnowledge = (row: NamedRow, relationId: RelationId): Knowledge => ({
  id: row.id,
  relationId,
  library: row.relationId === null ? 'shared' : 'own',
  type: row.type,
  title: row.title,
  question: row.question,
  similar: row.similar,
  answer: row.answer,
  url: row.url,
  origin: row.origin,
  status: row.status,
  progress: row.progress,
  error: row.error,
  pieces: row.pieces,
  hits: row.hits,
  lastHitAt: row.lastHitAt?.toISOString() ?? null,
  enabled: row.enabled,
  updatedBy: row.updatedBy,
  updatedByName: row.updatedByName ?? '',
  updatedAt: row.updatedAt.toISOString(),
  version: row.version,
})

export const toDetail = (row: NamedRow, relationId: RelationId): KnowledgeDetail => ({
  ...toKnowledge(row, relationId),
  text: row.body,
  fileName: row.fileName,
})
