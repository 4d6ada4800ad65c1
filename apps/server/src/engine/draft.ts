import type { HandoffReason } from '@ruwu/contract'
import type { Found, Memory } from './engine.ts'

/** What a generator proposes, not checked yet. */
export type Draft =
  | {
      kind: 'answer'
      texts: string[]
      /** Key of the field the texts ask for. */
      ask: string | null
      /** No knowledge was found and the texts say so. */
      isMiss: boolean
      /** Small talk: not a question that knowledge answers. */
      isTalk: boolean
      /** The texts ask which of these pieces is meant. */
      offer?: Memory['offer']
    }
  | { kind: 'handoff'; reason: HandoffReason; detail: string }
  | { kind: 'silent'; detail: string }

export type Generated = {
  draft: Draft
  /** By score, highest first. */
  found: Found[]
  /** The pieces the texts were made from. */
  used: Found[]
  /** Further pieces that the texts quote, without answering from them: offered choices. */
  sources?: Found[]
  /** The question as it was understood, where the message alone does not say it: 2 chose the second of the offered questions. */
  question?: string
}
