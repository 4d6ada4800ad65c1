import { type AiDraft, type HandoffReason, SCORE_HIT } from '@ruwu/contract'
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

type SearchOutcome = { best: number; hasFound: boolean; misses: number }

/** Retrieval threshold: the enterprise's own while enabled. */
export const hitScore = ({ handoff: { lowScore } }: AiDraft): number => (lowScore.enabled ? lowScore.score : SCORE_HIT)

/** The handoff trigger for a question without a retrieval hit. Undefined: the AI answers that it does not know. */
export function findMissTrigger(
  { handoff, script }: AiDraft,
  { best, hasFound, misses }: SearchOutcome,
): Trigger | undefined {
  if (handoff.misses.enabled && misses >= handoff.misses.n) return { reason: 'misses', detail: `连续 ${misses} 轮` }
  if (handoff.lowScore.enabled && hasFound)
    return { reason: 'low_score', detail: `${best.toFixed(2)}，低于 ${handoff.lowScore.score}` }
  return script.unknown === 'handoff' ? { reason: 'unknown', detail: '' } : undefined
}
