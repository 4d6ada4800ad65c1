import type { AiDraft } from '@ruwu/contract'

export const PUBLISH_PROBLEMS = {
  noKnowledge: '至少需要一条生效的知识',
  noTrigger: '至少需要开启一个转人工条件',
} as const

/** Whether any of the conditions that hand a customer over is switched on and can ever hold. */
export function hasTrigger({ handoff }: AiDraft): boolean {
  const { keywords, rules, misses, lowScore, negative, maxRounds, hasLead } = handoff
  return (
    (keywords.enabled && keywords.words.length > 0) ||
    (rules.enabled && rules.sentences.length > 0) ||
    [misses, lowScore, negative, maxRounds, hasLead].some(({ enabled }) => enabled)
  )
}

/** Why a draft cannot be published yet; empty: it can. */
export function publishProblems(draft: AiDraft, facts: { activeKnowledge: number }): string[] {
  const problems: string[] = []
  if (facts.activeKnowledge === 0) problems.push(PUBLISH_PROBLEMS.noKnowledge)
  if (!hasTrigger(draft)) problems.push(PUBLISH_PROBLEMS.noTrigger)
  return problems
}
