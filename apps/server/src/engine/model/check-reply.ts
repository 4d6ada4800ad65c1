import { checkTexts, enterpriseTexts } from '../check-draft.ts'
import type { Found } from '../engine.ts'
import type { Situation } from '../situation.ts'
import { disclosuresIn } from './disclosure.ts'
import { confidentialRules } from './prompt.ts'

/** The checker of built-in answers, and prompt leaks on top. */
export function checkReply(situation: Situation, texts: readonly string[], found: readonly Found[]) {
  const { findings, warnings } = checkTexts(situation, texts, found)
  const allowed = [...enterpriseTexts(situation.input), ...found.map(({ title, answer }) => `${title}\n${answer}`)]
  return { findings: [...findings, ...disclosuresIn(texts, confidentialRules(situation), allowed)], warnings }
}
