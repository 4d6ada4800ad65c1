import { type Span, type TextCopy, withoutMatches } from '../lead/text-copy.ts'

/** Signs that are put between the characters of a word to hide it. Sentence marks part two words and stay. */
const INSERTED = /[\s.·•・\-_*~|/\\'"`^\p{Pd}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]+/gu

/** The copy in which words are searched: lower case, nothing inserted. */
export function squeezeText(folded: TextCopy): TextCopy {
  const squeezed = withoutMatches(folded, INSERTED)
  return { ...squeezed, text: lowerCase(squeezed.text) }
}

/** A few letters become longer in lower case; they stay as they are, so that places stay right. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** `top1` in `laptop15` is no word of its own. */
export function isPartOfLatinWord(copy: TextCopy, { start, end }: Span): boolean {
  return isInsideLatin(copy, start) || isInsideLatin(copy, end)
}

function isInsideLatin({ text, starts, ends }: TextCopy, index: number): boolean {
  const areTogether = ends[index - 1] === starts[index]
  return areTogether && /[a-z0-9]/.test(text[index - 1] ?? '') && /[a-z0-9]/.test(text[index] ?? '')
}
