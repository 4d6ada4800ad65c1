import type { AiGenerator } from '@ruwu/contract'
import type { EngineInput } from '../engine.ts'

/** A conversation that the customer let end with our words. */
export type FollowUpInput = EngineInput & {
  /** How often this is tried, from 1. */
  step: number
  /** The same words for the same customer, others for others. */
  seed: string
}

/** A sentence, and who found it. */
export type Wording = { text: string; generator: AiGenerator; model: string }

export type FollowUpResult =
  /** Each says it in other words; the best first. */
  | { kind: 'words'; wordings: Wording[] }
  /** Nothing should be said, and why. */
  | { kind: 'none'; reason: string }

/** Finds words for customers who have not answered; every one of them was checked like an answer. */
export type FollowUpWriter = { write(input: FollowUpInput): Promise<FollowUpResult> }
