import type { Span } from '../insert-text.ts'

/** The other one is what a Chinese input method writes. */
const SLASHES = new Set(['/', '／'])

export type SlashQuery = Span & { keyword: string }

/** `/` at the start of an otherwise empty line asks for quick replies; what follows up to the caret is searched for. */
export function findSlash(text: string, caret: number): SlashQuery | undefined {
  const start = text.lastIndexOf('\n', caret - 1) + 1
  const isAtLineEnd = caret === text.length || text[caret] === '\n'
  if (caret <= start || !isAtLineEnd || !SLASHES.has(text.charAt(start))) return undefined
  return { start, end: caret, keyword: text.slice(start + 1, caret) }
}
