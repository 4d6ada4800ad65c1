import type { Found } from './engine.ts'

/** What the pieces found for one question are good for. */
export type Judgement =
  | { kind: 'answer'; hit: Found }
  /** Several are close: the customer is asked which one is meant. */
  | { kind: 'choose'; choices: Found[] }
  | { kind: 'miss' }

const CHOICES_MAX = 3
/** The second piece is close to the best from this share of its score on. */
const CLOSE_SHARE = 0.85
/** A choice is offered from this share of the best score on. */
const CHOICE_SHARE = 0.4

/** Likelihood that one of the best pieces answers the question. */
const likelihoodOf = (found: readonly Found[]): number =>
  Math.min(
    1,
    found.slice(0, CHOICES_MAX).reduce((sum, { score }) => sum + score, 0),
  )

/** An own entry wins over a shared one at the same score, so a shared piece behind an own one is no rival. */
const isRival = (best: Found, { score, isShared = false }: Found): boolean =>
  (best.isShared === true || !isShared) && score >= CLOSE_SHARE * best.score

/**
 * `found` by score, highest first. Scores are likelihoods: the best piece is the answer from the hit score on unless another one
 * is close to it; the customer chooses among several that reach the hit score together; else the account does not know.
 */
export function judge(found: readonly Found[], hitFrom: number): Judgement {
  const [best, ...others] = found
  if (!best) return { kind: 'miss' }
  if (best.score >= hitFrom && !others.some((other) => isRival(best, other))) return { kind: 'answer', hit: best }
  if (likelihoodOf(found) < hitFrom) return { kind: 'miss' }
  const choices = found.slice(0, CHOICES_MAX).filter(({ score }) => score >= CHOICE_SHARE * best.score)
  return choices.length > 1 ? { kind: 'choose', choices } : { kind: 'miss' }
}

/** Whether the library knows about it: the answer, or what it could be. */
export const isKnown = (found: readonly Found[], hitFrom: number): boolean => judge(found, hitFrom).kind !== 'miss'

/** The pieces that a model, which names no sources, is taken to have answered from: those from the hit score on, or the close ones. */
export function likelyOf(found: readonly Found[], hitFrom: number): Found[] {
  const judgement = judge(
    found.toSorted((one, other) => other.score - one.score),
    hitFrom,
  )
  return judgement.kind === 'choose' ? judgement.choices : found.filter(({ score }) => score >= hitFrom)
}
