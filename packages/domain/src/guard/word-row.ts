import { requiredText } from '../field-texts.ts'
import type { Source } from '../sources.ts'
import { isTooLong } from '../text-length.ts'
import { GUARD_TEXTS } from './guard-texts.ts'
import type { HitLevel } from './guard-hit.ts'
import type { WordCategory } from './word-category.ts'
import { compileWordPattern } from './word-pattern.ts'

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

export const WORD_LIMITS = { wordChars: 20, replaceWithChars: 20, rows: 5000 } as const

/** What the form says below a field, by field; nothing when the row may be saved. */
export function wordRowProblems(row: Pick<WordRow, 'word' | 'match' | 'level' | 'replaceWith'>): {
  word?: string
  replaceWith?: string
} {
  const problems: { word?: string; replaceWith?: string } = {}
  if (row.word.trim() === '') problems.word = requiredText('词')
  else if (isTooLong(row.word, WORD_LIMITS.wordChars)) problems.word = tooLongText('词', WORD_LIMITS.wordChars)
  else if (row.match === 'regex' && !compileWordPattern(row.word)) problems.word = GUARD_TEXTS.pattern
  if (row.level === 'replace' && isTooLong(row.replaceWith ?? '', WORD_LIMITS.replaceWithChars)) {
    problems.replaceWith = tooLongText('替换为', WORD_LIMITS.replaceWithChars)
  }
  return problems
}

const tooLongText = (label: string, max: number) => `${label}不能超过 ${max} 字`
