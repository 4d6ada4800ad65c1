import { plainText, readFacts } from './checker/index.ts'
import { coverage } from './text-coverage.ts'

/** Minimum coverage of a point's text by the answer. */
const POINT_COVERED = 0.75

/** Points missing in an answer. Wording may differ; numbers must have the same value. */
export function missingPoints(answer: string, points: readonly string[]): string[] {
  const answerText = plainText(answer)
  const offered = new Set(readFacts(answerText).flatMap(({ offers }) => offers))
  return points.filter((point) => {
    const plain = plainText(point)
    if (bare(answerText).includes(bare(plain))) return false
    const facts = readFacts(plain)
    if (!facts.every(({ wants }) => wants.some((want) => offered.has(want)))) return true
    const words = facts.reduce((text, fact) => text.replace(fact.text, ' '), plain)
    return coverage(words, answerText) < POINT_COVERED
  })
}

const bare = (text: string) => text.replace(/[\s\p{P}\p{S}]/gu, '')
