import type { BannedWord } from '@ruwu/contract'
import {
  type AuditValues,
  type WordRow as BuiltinWord,
  WORD_CATEGORY_LABELS,
  WORD_LEVEL_LABELS,
  WORD_MATCH_LABELS,
  WORD_SOURCE_LABELS,
} from '@ruwu/domain'
import type { WordRow } from './banned-word.repo.ts'

type Hits = ReadonlyMap<string, number>

export const toWord = (row: WordRow, hits: Hits): BannedWord => ({
  id: row.id,
  word: row.word,
  match: row.match,
  level: row.level,
  replaceWith: row.replaceWith,
  source: row.source,
  category: row.category,
  enabled: row.enabled,
  hits: hits.get(row.word) ?? 0,
  updatedByName: row.updatedByName,
  updatedAt: row.updatedAt.toISOString(),
  version: row.version,
})

export const toBuiltin = (row: BuiltinWord, disabled: ReadonlySet<string>, hits: Hits): BannedWord => ({
  id: null,
  word: row.word,
  match: row.match,
  level: row.level,
  replaceWith: '',
  source: row.source,
  category: row.category,
  enabled: !disabled.has(row.word),
  hits: hits.get(row.word) ?? 0,
  updatedByName: null,
  updatedAt: null,
  version: 0,
})

export const auditedWord = (row: WordRow): AuditValues => ({
  word: row.word,
  match: WORD_MATCH_LABELS[row.match],
  level: WORD_LEVEL_LABELS[row.level],
  replaceWith: row.replaceWith,
  source: WORD_SOURCE_LABELS[row.source],
  category: WORD_CATEGORY_LABELS[row.category],
  enabled: row.enabled,
})
