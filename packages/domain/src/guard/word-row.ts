import type { Source } from '../sources.ts'
import type { HitLevel } from './guard-hit.ts'
import type { WordCategory } from './word-category.ts'

/** A row of the word list. */
export interface WordRow {
  word: string
  match: 'contains' | 'regex'
  level: HitLevel
  replaceWith?: string
  source: 'all' | Source
  category: WordCategory
  isEnabled: boolean
  suggestion?: string
}
