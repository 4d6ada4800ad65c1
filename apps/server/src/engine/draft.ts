import type { HandoffReason } from '@ruwu/contract'
import type { Found } from './engine.ts'

/** What a generator proposes, before anybody checked it. */
export type Draft =
  | {
      kind: 'answer'
      texts: string[]
      /** The field that is asked for in them. */
      ask: string | null
      /** Nothing was found; it says so. */
      isMiss: boolean
      /** Small talk and the like: it was not a question that knowledge answers. */
      isTalk: boolean
    }
  | { kind: 'handoff'; reason: HandoffReason; detail: string }
  | { kind: 'silent'; detail: string }

export type Generated = {
  draft: Draft
  /** The best first. */
  found: Found[]
  /** What the words were made from. */
  used: Found[]
}
