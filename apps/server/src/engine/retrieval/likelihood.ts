import type { Analysed, Token } from './analyse.ts'
import { type Frequencies, rarityOf } from './candidates.repo.ts'
import { askedOf, compareEntry, type Entry } from './rank.ts'
import { characterTerm, wordTerms } from './terms.ts'

/** How well an entry fits a question, each from 0 to 1. */
export type Match = {
  /** By words and their meanings. */
  words: number
  /** Share of the question's characters that occur in the entry, by rarity. */
  asked: number
  /** Share of the characters of the entry's nearest question that occur in the question. */
  covered: number
  /** Share of the question that names another member of the entry's kind. */
  contradicted: number
}

// A conditional logit with the alternative that no entry answers, fitted to the sets `seen` of fixtures/ai; docs/retrieval.md.
const WEIGHTS = { words: 10.6, asked: 6.4, covered: 3, contradicted: -3 }
/** The strength of "none of them": higher in larger libraries, lower for longer questions, which match less. */
const NONE = { base: 14.65, pieces: 0.37, characters: -3.95 }
/** Raises likelihoods to those counted: near entries share what belongs to one of them. */
const CALIBRATION = 0.79
/** Part of a word's weight that does not depend on its rarity in the library. */
const CONSTANT_WEIGHT = 0.3

/** A question prepared for the comparison with many entries of a library. */
export type Comparison = {
  match(entry: Entry): Match
  /** Strength of the alternative that no entry answers. */
  none: number
}

export function comparisonOf(question: Analysed, frequencies: Frequencies): Comparison {
  const rarest = rarityOf({ pieces: frequencies.pieces, of: new Map() }, '')
  const rarityShare = (token: Token) =>
    Math.min(...wordTerms(token).map((term) => rarityOf(frequencies, term))) / rarest
  const weighed = question.tokens.map((token) => ({
    ...token,
    weight: token.weight * (CONSTANT_WEIGHT + (1 - CONSTANT_WEIGHT) * rarityShare(token)),
  }))
  const asked = askedOf({ ...question, tokens: weighed })
  const rarities = [...question.characters].map(
    (character) => [character, rarityOf(frequencies, characterTerm(character))] as const,
  )
  const total = rarities.reduce((sum, [, rarity]) => sum + rarity, 0)
  return {
    match: (entry) => ({
      ...compareEntry(asked, entry),
      asked:
        total === 0
          ? 0
          : rarities.reduce((sum, [character, rarity]) => sum + (isIn(entry, character) ? rarity : 0), 0) / total,
      covered: Math.max(0, ...entry.questions.map(({ characters }) => coveredBy(question.characters, characters))),
    }),
    none:
      NONE.base +
      NONE.pieces * Math.log(Math.max(1, frequencies.pieces)) +
      NONE.characters * Math.log(question.characters.size + 1),
  }
}

const isIn = ({ questions, answer }: Entry, character: string): boolean =>
  answer.characters.has(character) || questions.some(({ characters }) => characters.has(character))

function coveredBy(question: ReadonlySet<string>, text: ReadonlySet<string>): number {
  let both = 0
  for (const character of text) if (question.has(character)) both += 1
  return text.size === 0 ? 0 : both / text.size
}

/** Log-odds of an entry against no entry. */
export const strengthOf = ({ words, asked, covered, contradicted }: Match, { none }: Comparison): number =>
  WEIGHTS.words * words + WEIGHTS.asked * asked + WEIGHTS.covered * covered + WEIGHTS.contradicted * contradicted - none

/** Likelihood of each of these alternatives by its strength, when at most one is right and none may be. */
export function likelihoods(strengths: readonly number[]): number[] {
  const most = Math.max(0, ...strengths)
  const odds = strengths.map((strength) => Math.exp(strength - most))
  const sum = odds.reduce((all, each) => all + each, Math.exp(-most))
  return odds.map((each) => each / sum)
}

/** The likelihood as it is shown and compared with a threshold. */
export const calibrated = (likelihood: number): number => Math.min(1, likelihood) ** CALIBRATION
