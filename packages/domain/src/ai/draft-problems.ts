import type { AiDraft } from '@ruwu/contract'

/** Cross-field validation of a draft: field path to message. */
export function draftProblems({ script, handoff }: AiDraft): Record<string, string> {
  const problems: Record<string, string> = {}
  const forbiddenIn = (text: string) => script.forbidden.find((word) => text.includes(word))
  for (const [index, line] of script.mustSay.entries()) {
    const word = forbiddenIn(line)
    if (word !== undefined) problems[`script.mustSay.${index}`] = `必须说的话里有禁止说的「${word}」`
  }
  const word = forbiddenIn(handoff.text)
  if (handoff.text === '') problems['handoff.text'] = '请输入转人工话术'
  else if (word !== undefined) problems['handoff.text'] = `转人工话术里有禁止说的「${word}」`
  if (handoff.keywords.enabled && handoff.keywords.words.length === 0) problems['handoff.keywords'] = '请输入关键词'
  if (handoff.rules.enabled && handoff.rules.sentences.length === 0) problems['handoff.rules'] = '请输入规则描述'
  return problems
}

export const PUBLISH_PROBLEMS = {
  noKnowledge: '至少需要一条生效的知识',
  noTrigger: '至少需要开启一个转人工条件',
} as const

/** Whether any handoff trigger is enabled and can ever fire. */
export function hasTrigger({ handoff }: AiDraft): boolean {
  const { keywords, rules, misses, negative, maxRounds, hasLead } = handoff
  return (
    (keywords.enabled && keywords.words.length > 0) ||
    (rules.enabled && rules.sentences.length > 0) ||
    [misses, negative, maxRounds, hasLead].some(({ enabled }) => enabled)
  )
}

/** Why a draft cannot be published yet; empty: it can. */
export function publishProblems(draft: AiDraft, facts: { activeKnowledge: number }): string[] {
  const problems: string[] = []
  if (facts.activeKnowledge === 0) problems.push(PUBLISH_PROBLEMS.noKnowledge)
  if (!hasTrigger(draft)) problems.push(PUBLISH_PROBLEMS.noTrigger)
  return problems
}
