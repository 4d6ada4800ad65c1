import { foldText } from '../lead/fold-text.ts'
import { withPlainDigits } from '../lead/normalise-contact.ts'
import { everydaySpans } from '../lead/everyday-phrases.ts'
import { Coverage, originalSpan, type TextCopy } from '../lead/text-copy.ts'
import type { Source } from '../sources.ts'
import { squeezeText } from './squeeze-text.ts'

/** A text and its normalised copies. */
export interface CheckedText {
  source: Source
  original: string
  folded: TextCopy
  /** Digits normalised. */
  plain: TextCopy
  /** `plain` in lower case. */
  lower: TextCopy
  /** Lower case without inserted separators. */
  squeezed: TextCopy
  /** Spans of everyday words that look like contacts. */
  everyday: Coverage
}

export function readText(original: string, source: Source): CheckedText {
  const folded = foldText(original, source)
  const plain = withPlainDigits(folded)
  const lower = { ...plain, text: plain.text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) }
  const squeezed = squeezeText(folded)
  const phrases = everydaySpans(squeezed.text).map(({ start, end }) => originalSpan(squeezed, start, end))
  return { source, original, folded, plain, lower, squeezed, everyday: new Coverage(phrases) }
}
