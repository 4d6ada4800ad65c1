import { cutter } from './cutter.ts'
import { readingOf, soundOf } from './pinyin.ts'
import { meaningsOf, sayingsOf, wordsThatSound } from './thesaurus.ts'
import { isCommon } from './thesaurus/fillers.ts'

const LONGEST = 4

/** Words of the thesaurus typed with other characters of the same sound are put right: 热马吉, 甲荃, 多少前. */
export function spelt(text: string): string {
  const ends = wordEnds(text)
  let right = ''
  for (let at = 0; at < text.length;) {
    const word = wordAt(text, at) ?? meantAt(text, at, ends) ?? text.charAt(at)
    right += word
    at += word.length
  }
  return right
}

/** A word that is right as it is. */
function wordAt(text: string, at: number): string | undefined {
  for (let length = LONGEST; length >= 2; length -= 1) {
    const word = text.slice(at, at + length)
    if (word.length === length && sayingsOf(word).length > 0) return word
  }
  return undefined
}

/** Where the dictionary lets a word begin or end. */
function wordEnds(text: string): Set<number> {
  const ends = new Set([0])
  let at = 0
  for (const word of cutter().cut(text, false)) {
    at += word.length
    ends.add(at)
  }
  return ends
}

function meantAt(text: string, at: number, ends: ReadonlySet<number>): string | undefined {
  for (let length = LONGEST; length >= 2; length -= 1) {
    const typed = text.slice(at, at + length)
    if (typed.length < length || !ends.has(at) || !ends.has(at + length)) continue
    // Two characters sound like much; they are a slip where neither is a word.
    if (length === 2 && (!ends.has(at + 1) || isWord(typed.charAt(0)) || isWord(typed.charAt(1)))) continue
    const meant = meantBy(typed)
    if (meant !== undefined) return meant
  }
  return undefined
}

const isWord = (character: string): boolean => isCommon(character) || meaningsOf(character).length > 0

/** The one word that sounds like what was typed, which is none itself. */
function meantBy(typed: string): string | undefined {
  if (!/^\p{Script=Han}+$/u.test(typed) || isCommon(typed) || meaningsOf(typed).length > 0) return undefined
  const [meant, another] = wordsThatSound(soundOf(typed)).filter((word) => word.length === typed.length)
  if (meant === undefined || another !== undefined) return undefined
  return typed.length > 2 || readingOf(typed) === readingOf(meant) ? meant : undefined
}
