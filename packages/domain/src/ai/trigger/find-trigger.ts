import type { AiDraft, HandoffReason } from '@ruwu/contract'
import { isDescribedBy } from './description.ts'
import { findKeyword } from './keyword.ts'
import { isNegative } from './mood.ts'

type Trigger = { reason: HandoffReason; detail: string }

type TriggerSituation = {
  /** The customer's unanswered messages. */
  text: string
  hasLead: boolean
  /** Answers of the AI in this session so far. */
  answers: number
}

/** The handoff trigger that fires before answering, by priority. */
export function findTrigger({ handoff }: AiDraft, { text, hasLead, answers }: TriggerSituation): Trigger | undefined {
  const keyword = handoff.keywords.enabled ? findKeyword(text, handoff.keywords.words) : undefined
  if (keyword !== undefined) return { reason: 'keyword', detail: keyword }
  if (handoff.negative.enabled && isNegative(text)) return { reason: 'negative', detail: text }
  const rule = handoff.rules.enabled
    ? handoff.rules.sentences.find((sentence) => isDescribedBy(text, sentence))
    : undefined
  if (rule !== undefined) return { reason: 'rule', detail: rule }
  if (handoff.hasLead.enabled && hasLead) return { reason: 'has_lead', detail: '' }
  if (handoff.maxRounds.enabled && answers >= handoff.maxRounds.n)
    return { reason: 'max_rounds', detail: `${handoff.maxRounds.n} 轮` }
  return undefined
}

/** Retrieval threshold (采用线). */
export const hitScore = ({ advanced }: AiDraft): number => advanced.hitScore

/** Whether the first question without an answer is handed over. */
export const handsOverAtOnce = ({ handoff: { misses } }: AiDraft): boolean => misses.enabled && misses.n === 1

type SearchOutcome = {
  /** The most likely piece. */
  best: { title: string; score: number } | undefined
  /** Turns in a row without an answer, this one included. */
  misses: number
}

/** 没有答案: the trigger for a question without a retrieval hit. Undefined: the AI answers that it does not know. */
export function findMissTrigger(draft: AiDraft, { best, misses }: SearchOutcome): Trigger | undefined {
  const { enabled, n } = draft.handoff.misses
  if (!enabled || misses < n) return undefined
  if (!handsOverAtOnce(draft)) return { reason: 'misses', detail: `连续 ${misses} 轮` }
  const nearest = best && `最接近的是「${best.title}」`
  return { reason: 'unknown', detail: nearest ?? '' }
}
