import type { Span } from '../insert-text.ts'

/** The full-width slash is typed by Chinese input methods. */
const SLASHES = new Set(['/', '／'])

export type SlashQuery = Span & { keyword: string }

/** `/` at the start of an otherwise empty line opens quick replies; the text up to the caret is the keyword. */
export function findSlash(text: string, caret: number): SlashQuery | undefined {
  const start = text.lastIndexOf('\n', caret - 1) + 1
  const isAtLineEnd = caret === text.length || text[caret] === '\n'
  if (caret <= start || !isAtLineEnd || !SLASHES.has(text.charAt(start))) return undefined
  return { start, end: caret, keyword: text.slice(start + 1, caret) }
}
