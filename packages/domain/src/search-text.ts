/** Normalised for comparison: NFKC, lower case. */
export const plainText = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Substring match after normalisation; an empty keyword always matches. */
export const containsWord = (text: string, keyword: string): boolean =>
  plainText(text).includes(plainText(keyword.trim()))

/** Letters and digits of any script; everything else separates words. */
const WORD = /[\p{L}\p{N}\p{M}]+/gu

const wordsOf = (text: string): string[][] => (plainText(text).match(WORD) ?? []).map((word) => Array.from(word))

const pairsOf = (word: readonly string[]): string[] =>
  word.slice(1).map((character, at) => `${word[at] ?? ''}${character}`)

/**
 * Index terms of a text: bigrams, and single characters for one-character keywords. Unique, in
 * text order.
 */
export function gramsOf(text: string): string[] {
  return [...new Set(wordsOf(text).flatMap((word) => [...word, ...pairsOf(word)]))]
}

/**
 * Terms that must all be among a text's grams for a possible match (`containsWord` verifies it). Empty when the
 * keyword has neither letters nor digits.
 */
export function queryGrams(keyword: string): string[] {
  return [...new Set(wordsOf(keyword).flatMap((word) => (word.length === 1 ? word : pairsOf(word))))]
}

/** Characters kept before and after the first hit. */
const SNIPPET_BEFORE = 12
const SNIPPET_AFTER = 40

const CUT = '…'

/** One line of text around the first match; without a match the beginning. */
export function snippet(text: string, keyword: string): string {
  const characters = Array.from(text.replace(/\s+/gu, ' ').trim())
  const at = placeOf(characters, plainText(keyword.trim()))
  const from = Math.max(0, at - SNIPPET_BEFORE)
  const to = Math.min(characters.length, at + Array.from(keyword.trim()).length + SNIPPET_AFTER)
  return `${from > 0 ? CUT : ''}${characters.slice(from, to).join('')}${to < characters.length ? CUT : ''}`
}

/** Character index in the original, whose normalised form may differ in length. */
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

/** Splits a text into hits (highlighted) and the rest, ignoring case; the parts join to the text. */
export function splitByKeyword(text: string, keyword: string): HighlightPart[] {
  const wanted = keyword.trim()
  if (wanted === '') return text === '' ? [] : [{ text, isHit: false }]
  const pattern = new RegExp(`(${wanted.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')})`, 'giu')
  return text
    .split(pattern)
    .map((part, index) => ({ text: part, isHit: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}
