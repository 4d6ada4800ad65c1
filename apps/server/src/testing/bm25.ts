import type { LibraryPair } from './library.ts'

const SATURATION = 1.2
const LENGTH_SHARE = 0.75

const charactersOf = (text: string): string[] =>
  Array.from(
    text
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, ''),
  )

/**
 * Plain BM25 over the single characters of the entries' questions, the baseline of the evaluation. Returns the indexes of the
 * entries by score, highest first; entries without a common character are left out.
 */
export function createBm25(entries: readonly LibraryPair[]): (question: string) => number[] {
  const counts = entries.map(({ question, similar }) => {
    const times = new Map<string, number>()
    for (const character of charactersOf([question, ...similar].join('')))
      times.set(character, (times.get(character) ?? 0) + 1)
    return times
  })
  const lengths = counts.map((times) => [...times.values()].reduce((sum, count) => sum + count, 0))
  const usual = lengths.reduce((sum, length) => sum + length, 0) / entries.length
  const pieces = new Map<string, number>()
  for (const times of counts)
    for (const character of times.keys()) pieces.set(character, (pieces.get(character) ?? 0) + 1)
  const rarity = (character: string) => {
    const having = pieces.get(character) ?? 0
    return Math.log(1 + (entries.length - having + 0.5) / (having + 0.5))
  }
  return (question) => {
    const asked = new Set(charactersOf(question))
    const scores = counts.map((times, index) => {
      const length = 1 - LENGTH_SHARE + (LENGTH_SHARE * (lengths[index] ?? 0)) / usual
      let score = 0
      for (const character of asked) {
        const count = times.get(character) ?? 0
        score += (rarity(character) * count * (SATURATION + 1)) / (count + SATURATION * length)
      }
      return { index, score }
    })
    return scores
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
      .map(({ index }) => index)
  }
}
