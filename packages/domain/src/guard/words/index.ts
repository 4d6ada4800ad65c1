import type { WordCategory } from '../word-category.ts'
import type { WordRow } from '../word-row.ts'
import { ABSOLUTE_WORDS } from './absolute.ts'
import { ABUSE_WORDS } from './abuse.ts'
import type { BuiltinWord } from './builtin-word.ts'
import { DIVERSION_WORDS } from './diversion.ts'
import { FINANCIAL_WORDS } from './financial.ts'
import { MEDICAL_WORDS } from './medical.ts'

type BuiltinCategory = Exclude<WordCategory, 'custom'>

/** Shipped with the product: an enterprise may switch a word off, not delete it. */
export const BUILTIN_WORDS: readonly WordRow[] = [
  ...rowsOf('absolute', ABSOLUTE_WORDS),
  ...rowsOf('medical', MEDICAL_WORDS),
  ...rowsOf('financial', FINANCIAL_WORDS),
  ...rowsOf('diversion', DIVERSION_WORDS),
  ...rowsOf('abuse', ABUSE_WORDS),
]

function rowsOf(category: BuiltinCategory, words: readonly BuiltinWord[]): WordRow[] {
  const level = category === 'diversion' ? 'block' : 'warn'
  return words.map((word) => ({ ...word, match: 'contains', level, source: 'all', category, isEnabled: true }))
}
