import { foldText } from '../lead/fold-text.ts'
import { withPlainDigits } from '../lead/normalise-contact.ts'
import { everydaySpans } from '../lead/everyday-phrases.ts'
import { Coverage, originalSpan, type TextCopy } from '../lead/text-copy.ts'
import type { Source } from '../sources.ts'
import { squeezeText } from './squeeze-text.ts'

/** A text and the copies of it that the checks read. */
export interface CheckedText {
  source: Source
  original: string
  folded: TextCopy
  /** Digits as digits. */
  plain: TextCopy
  /** The same in lower case. */
  lower: TextCopy
  /** Without inserted signs, in lower case. */
  squeezed: TextCopy
  /** Where everyday words stand in the original that only look like contact information. */
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
