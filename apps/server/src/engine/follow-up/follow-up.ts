import type { AiGenerator } from '@ruwu/contract'
import type { EngineInput } from '../engine.ts'

/** A conversation whose last message is ours and that the customer has not answered. */
export type FollowUpInput = EngineInput & {
  /** Number of this follow-up, from 1. */
  step: number
  /** Chooses the wording: equal seeds give equal texts. */
  seed: string
}

type Wording = { text: string; generator: AiGenerator; model: string }

export type FollowUpResult =
  /** Alternatives, best first. */
  | { kind: 'words'; wordings: Wording[] }
  /** No follow-up should be sent. */
  | { kind: 'none'; reason: string }

/** Writes to customers who have not answered; every wording has passed the same checker as an answer. */
export type FollowUpWriter = { write(input: FollowUpInput): Promise<FollowUpResult> }
