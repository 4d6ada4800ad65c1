import { plainText } from './plain-text.ts'

/** Characters kept before and after the first hit. */
const SNIPPET_BEFORE = 12
const SNIPPET_AFTER = 40

const CUT = '…'

/** Some words around the first place where the keyword stands, on one line; without such a place the beginning. */
export function snippet(text: string, keyword: string): string {
  const characters = Array.from(text.replace(/\s+/gu, ' ').trim())
  const at = placeOf(characters, plainText(keyword.trim()))
  const from = Math.max(0, at - SNIPPET_BEFORE)
  const to = Math.min(characters.length, at + Array.from(keyword.trim()).length + SNIPPET_AFTER)
  return `${from > 0 ? CUT : ''}${characters.slice(from, to).join('')}${to < characters.length ? CUT : ''}`
}

/** By characters of the original, whose plain forms may be longer or shorter. */
function placeOf(characters: readonly string[], plainKeyword: string): number {
  const hit = plainText(characters.join('')).indexOf(plainKeyword)
  if (hit <= 0) return 0
  let length = 0
  for (const [at, character] of characters.entries()) {
    length += plainText(character).length
    if (length > hit) return at
  }
  return 0
}
