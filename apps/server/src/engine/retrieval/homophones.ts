import { pinyinOf, phoneticKey } from './pinyin.ts'
import { meaningsOf, meaningSequence, homophonesOf } from './thesaurus.ts'
import { isStopWord } from './thesaurus/fillers.ts'
import { segmenter } from './words.ts'

const LONGEST = 4

/** Replaces homophones of thesaurus words: 热马吉, 甲荃, 多少前. */
export function correctHomophones(text: string): string {
  const ends = wordEnds(text)
  let corrected = ''
  for (let at = 0; at < text.length;) {
    const word = wordAt(text, at) ?? correctedAt(text, at, ends) ?? text.charAt(at)
    corrected += word
    at += word.length
  }
  return corrected
}

/** The longest thesaurus word at this position. */
function wordAt(text: string, at: number): string | undefined {
  for (let length = LONGEST; length >= 2; length -= 1) {
    const word = text.slice(at, at + length)
    if (word.length === length && meaningSequence(word).length > 0) return word
  }
  return undefined
}

/** Word boundaries by the dictionary. */
function wordEnds(text: string): Set<number> {
  const ends = new Set([0])
  let at = 0
  for (const word of segmenter().cut(text, false)) {
    at += word.length
    ends.add(at)
  }
  return ends
}

function correctedAt(text: string, at: number, ends: ReadonlySet<number>): string | undefined {
  for (let length = LONGEST; length >= 2; length -= 1) {
    const typed = text.slice(at, at + length)
    if (typed.length < length || !ends.has(at) || !ends.has(at + length)) continue
    // Two characters have many homophones: replaced only when neither is a word by itself.
    if (length === 2 && (!ends.has(at + 1) || isWord(typed.charAt(0)) || isWord(typed.charAt(1)))) continue
    const meant = homophoneOf(typed)
    if (meant !== undefined) return meant
  }
  return undefined
}

const isWord = (character: string): boolean => isStopWord(character) || meaningsOf(character).length > 0

/** The thesaurus word with the same sound, when there is exactly one and the text is not a word itself. */
function homophoneOf(typed: string): string | undefined {
  if (!/^\p{Script=Han}+$/u.test(typed) || isStopWord(typed) || meaningsOf(typed).length > 0) return undefined
  const [meant, another] = homophonesOf(phoneticKey(typed)).filter((word) => word.length === typed.length)
  if (meant === undefined || another !== undefined) return undefined
  return typed.length > 2 || pinyinOf(typed) === pinyinOf(meant) ? meant : undefined
}
