import { checkTexts, enterpriseTexts } from '../check-draft.ts'
import type { Found } from '../engine.ts'
import type { Situation } from '../situation.ts'
import { disclosuresIn } from './disclosure.ts'
import { confidentialRules } from './prompt.ts'

/** Every word of a model is checked as our own are, and for what only a model could say. */
export function checkReply(situation: Situation, texts: readonly string[], found: readonly Found[]) {
  const { findings, warnings } = checkTexts(situation, texts, found)
  const allowed = [...enterpriseTexts(situation.input), ...found.map(({ title, answer }) => `${title}\n${answer}`)]
  return { findings: [...findings, ...disclosuresIn(texts, confidentialRules(situation), allowed)], warnings }
}
