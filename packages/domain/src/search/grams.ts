import { plainText } from './plain-text.ts'

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
