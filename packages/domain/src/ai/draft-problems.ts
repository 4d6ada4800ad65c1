import type { AiDraft } from '@ruwu/contract'

/** What a draft must not be though each of its fields could be: path of the field to what is wrong. */
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
