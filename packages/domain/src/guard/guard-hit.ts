import { Coverage } from '../lead/text-copy.ts'
import type { ContactCategory } from './contact-patterns.ts'
import type { WordCategory } from './word-row.ts'

/** In the order in which they are checked. */
export const GUARD_RULES = ['type', 'length', 'link', 'contact', 'word', 'quota', 'same_text', 'pace'] as const

export type GuardRule = (typeof GUARD_RULES)[number]

/** From the most to the least severe. */
const HIT_LEVELS = ['block', 'replace', 'warn'] as const

export type HitLevel = (typeof HIT_LEVELS)[number]

/** `start` and `end` are UTF-16 offsets in the original text; both are 0 where no part of the text is meant. */
export interface GuardHit {
  rule: GuardRule
  /** Category of contact or word; else the rule. */
  category: ContactCategory | WordCategory | GuardRule
  level: HitLevel
  /** Text shown in the dialog: the matched text, or the rule's label. */
  word: string
  start: number
  end: number
  reason: string
  /** Safe wording, or what a replaced word becomes. */
  suggestion?: string
  /** Of a word: its row of 违禁词库, where it is not the text itself. */
  listed?: string
}

/** Of hits that overlap only the most severe, then the longest, is kept; in the order of the text. */
export function withoutOverlaps(hits: readonly GuardHit[]): GuardHit[] {
  const taken = new Coverage()
  const kept = hits.toSorted(bySeverity).filter((hit) => {
    const isFree = !taken.touches(hit)
    if (isFree) taken.add(hit)
    return isFree
  })
  return kept.toSorted((one, other) => one.start - other.start)
}

function bySeverity(one: GuardHit, other: GuardHit): number {
  return (
    HIT_LEVELS.indexOf(one.level) - HIT_LEVELS.indexOf(other.level) ||
    other.end - other.start - (one.end - one.start) ||
    one.start - other.start
  )
}
