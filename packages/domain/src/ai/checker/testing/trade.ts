import type { CheckFinding } from '@ruwu/contract'

/** A trade's knowledge, and answers that were written to it by hand. */
export type Trade = {
  knowledge: Readonly<Record<string, string>>
  /** Said with other words, and nothing else; sometimes back to a customer who said something. */
  faithful: readonly (readonly [knowledge: string, answer: string, customer?: string])[]
  /** With something that stands nowhere. */
  invented: readonly (readonly [knowledge: string, kind: CheckFinding['kind'], answer: string])[]
}
