/** The form in which texts and keywords are compared: whatever their case and width. */
export const plainText = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Whether the keyword stands in the text as it is; the empty one stands everywhere. */
export const containsWord = (text: string, keyword: string): boolean =>
  plainText(text).includes(plainText(keyword.trim()))

/** Letters and digits of any script; everything else parts words. */
const WORD = /[\p{L}\p{N}\p{M}]+/gu

const wordsOf = (text: string): string[][] => (plainText(text).match(WORD) ?? []).map((word) => Array.from(word))

const pairsOf = (word: readonly string[]): string[] =>
  word.slice(1).map((character, at) => `${word[at] ?? ''}${character}`)

/**
 * What a text is found by: every pair of neighbouring characters, and every character alone, for keywords of one. Each once, in the
 * order of the text.
 */
export function gramsOf(text: string): string[] {
  return [...new Set(wordsOf(text).flatMap((word) => [...word, ...pairsOf(word)]))]
}

/**
 * What all has to be among a text's grams for the keyword to stand in it; only `containsWord` knows whether it does. Nothing when the
 * keyword holds neither letters nor digits.
 */
export function queryGrams(keyword: string): string[] {
  return [...new Set(wordsOf(keyword).flatMap((word) => (word.length === 1 ? word : pairsOf(word))))]
}

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

type HighlightPart = { text: string; isHit: boolean }

/** Cuts a text into hits (drawn on yellow) and the rest, ignoring case; joined again the parts give the text. */
export function splitByKeyword(text: string, keyword: string): HighlightPart[] {
  const wanted = keyword.trim()
  if (wanted === '') return text === '' ? [] : [{ text, isHit: false }]
  const pattern = new RegExp(`(${wanted.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')})`, 'giu')
  return text
    .split(pattern)
    .map((part, index) => ({ text: part, isHit: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}
