import { type Span, type TextCopy, withoutMatches } from '../lead/text-copy.ts'

/** Separators inserted into a word to evade the check. Sentence punctuation separates words and stays. */
const INSERTED = /[\s.·•・\-_*~|/\\'"`^\p{Pd}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]+/gu

/** The copy searched for words: lower case, separators removed. */
export function squeezeText(folded: TextCopy): TextCopy {
  const squeezed = withoutMatches(folded, INSERTED)
  return { ...squeezed, text: lowerCase(squeezed.text) }
}

/** Letters that grow in lower case are kept, so that offsets stay valid. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** Word boundary check: `top1` in `laptop15` is no match. */
export function isPartOfLatinWord(copy: TextCopy, { start, end }: Span): boolean {
  return isInsideLatin(copy, start) || isInsideLatin(copy, end)
}

function isInsideLatin({ text, starts, ends }: TextCopy, index: number): boolean {
  const areTogether = ends[index - 1] === starts[index]
  return areTogether && /[a-z0-9]/.test(text[index - 1] ?? '') && /[a-z0-9]/.test(text[index] ?? '')
}
