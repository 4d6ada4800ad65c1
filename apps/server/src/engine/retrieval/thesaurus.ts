import { normalText } from './normalise.ts'
import { phoneticKey } from './pinyin.ts'
import { ASKS } from './thesaurus/asks.ts'
import { BEAUTY } from './thesaurus/beauty.ts'
import { COMPOUNDS } from './thesaurus/compounds.ts'
import { EDUCATION } from './thesaurus/education.ts'
import { EVERYDAY } from './thesaurus/everyday.ts'
import { FAMILIES, NEIGHBOURS } from './thesaurus/families.ts'
import { HOME } from './thesaurus/home.ts'
import { LOCAL } from './thesaurus/local.ts'
import { SERVICES } from './thesaurus/services.ts'
import { SITUATIONS } from './thesaurus/situations.ts'
import { SPOKEN } from './thesaurus/spoken.ts'
import { TRADE } from './thesaurus/trade.ts'

/** A set of synonyms. An `ask` is what is asked about a thing (price, time). */
export type Meaning = { name: string; kind: 'ask' | 'thing'; weight: number }

const ASK_WEIGHT = 1
const THING_WEIGHT = 1.5

/** Similarity of a member and its kind (衣柜, 柜子). */
const KIND_LIKENESS = 0.8
const NEAR = 0.6

const meanings = new Map<string, Meaning>()
const byWord = new Map<string, Meaning[]>()
const compounds = new Map<string, Meaning[][]>()
const bySound = new Map<string, string[]>()
const similarities = new Map<string, Map<string, number>>()
const kindsOf = new Map<string, string[]>()

const linesOf = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/))

function learn(text: string, kind: Meaning['kind'], weight: number): void {
  for (const line of linesOf(text)) {
    const own = Number(line[0])
    const words = Number.isNaN(own) ? line : line.slice(1)
    const meaning = meaningOf(words[0] ?? '', kind, Number.isNaN(own) ? weight : own)
    for (const word of words) addMeaning(normalText(word), meaning)
  }
}

function meaningOf(name: string, kind: Meaning['kind'], weight: number): Meaning {
  const meaning = meanings.get(name) ?? { name, kind, weight }
  meanings.set(name, meaning)
  return meaning
}

function addMeaning(word: string, meaning: Meaning): void {
  const sound = phoneticKey(word)
  const alike = bySound.get(sound) ?? []
  if (!alike.includes(word)) bySound.set(sound, [...alike, word])
  const all = byWord.get(word) ?? []
  if (!all.includes(meaning)) all.push(meaning)
  byWord.set(word, all)
}

learn(ASKS, 'ask', ASK_WEIGHT)
for (const things of [TRADE, EVERYDAY, BEAUTY, HOME, EDUCATION, LOCAL, SERVICES]) learn(things, 'thing', THING_WEIGHT)
// Last: they add words to meanings whose kind and weight the other files define.
for (const more of [SPOKEN, SITUATIONS]) learn(more, 'thing', THING_WEIGHT)

function relate(a: string, b: string, likeness: number): void {
  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const) {
    const all = similarities.get(one) ?? new Map<string, number>()
    similarities.set(one, all.set(other, likeness))
  }
}

for (const [kind = '', , ...members] of linesOf(FAMILIES))
  for (const member of members) {
    if (!meanings.has(member)) addMeaning(member, meaningOf(member, 'thing', THING_WEIGHT))
    relate(kind, member, KIND_LIKENESS)
    kindsOf.set(member, [...(kindsOf.get(member) ?? []), kind])
  }
for (const [a = '', b = '', likeness] of linesOf(NEIGHBOURS)) relate(a, b, Number(likeness))

for (const [word = '', ...names] of linesOf(COMPOUNDS))
  compounds.set(
    normalText(word),
    names.flatMap((name) => meanings.get(name) ?? []).map((meaning) => [meaning]),
  )

export const LONGEST_WORD = Math.max(...[...byWord.keys(), ...compounds.keys()].map((word) => word.length))

export const meaningsOf = (word: string): readonly Meaning[] => byWord.get(word) ?? []

/** The meanings of a word in sequence: a compound has two entries, other words one; each entry lists alternatives. */
export function meaningSequence(word: string): readonly (readonly Meaning[])[] {
  const found = meaningsOf(word)
  return compounds.get(word) ?? (found.length > 0 ? [found] : [])
}

export const meaningNamed = (name: string): Meaning | undefined => meanings.get(name)

/** Thesaurus words with this phonetic key. */
export const homophonesOf = (sound: string): readonly string[] => bySound.get(sound) ?? []

/** From 0 (unrelated) to 1 (equal). */
export const meaningSimilarity = (a: Meaning, b: Meaning): number =>
  a === b ? 1 : (similarities.get(a.name)?.get(b.name) ?? 0)

/** Meanings similar enough to be searched instead of this one. */
export const relatedMeanings = ({ name }: Meaning): string[] =>
  [...(similarities.get(name) ?? [])].filter(([, is]) => is >= NEAR).map(([other]) => other)

/** Two members of one kind: an answer about one does not answer a question about the other. */
export function areSiblings(a: Meaning, b: Meaning): boolean {
  if (a === b) return false
  const kinds = kindsOf.get(a.name) ?? []
  return (kindsOf.get(b.name) ?? []).some((kind) => kinds.includes(kind)) && meaningSimilarity(a, b) === 0
}
