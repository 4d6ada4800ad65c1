import type { CheckFinding } from '@ruwu/contract'

/** A trade's knowledge, and answers that were written to it by hand. */
export type Trade = {
  knowledge: Readonly<Record<string, string>>
  /** Paraphrases only; some repeat what the customer said. */
  faithful: readonly (readonly [knowledge: string, answer: string, customer?: string])[]
  /** Answers with an invented statement. */
  invented: readonly (readonly [knowledge: string, kind: CheckFinding['kind'], answer: string])[]
}
