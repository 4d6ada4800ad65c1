import type { CheckFinding } from '@ruwu/contract'
import { checkAnswer, type AnswerCheck, guardWarnings } from '@ruwu/domain'
import type { Found } from './engine.ts'
import type { Situation } from './situation.ts'

/** Findings block an answer; warnings only ask the model for another wording. */
export function checkTexts(
  situation: Situation,
  texts: readonly string[],
  used: readonly Found[],
): { findings: CheckFinding[]; warnings: CheckFinding[] } {
  const check = toCheck(situation, texts, used)
  return { findings: checkAnswer(check), warnings: guardWarnings(check) }
}

function toCheck({ input, maxChars, rules }: Situation, texts: readonly string[], used: readonly Found[]): AnswerCheck {
  const { config, account, turns } = input
  const { script } = config
  return {
    texts,
    knowledge: used.map(({ title, answer }) => `${title}\n${answer}`),
    account: enterpriseTexts(input),
    customer: turns.filter(({ who }) => who === 'customer').map(({ text }) => text),
    forbidden: script.forbidden,
    maxChars,
    source: account.source,
    guard: { settings: rules.settings, words: rules.words },
  }
}

/** Texts the enterprise wrote about itself: facts in them count as knowledge. */
export const enterpriseTexts = ({ account, config: { role, script } }: Situation['input']): string[] => [
  account.name,
  ...Object.values(account.profile),
  role.name,
  role.intro,
  role.business,
  ...script.mustSay,
  ...script.scenes.map(({ guide }) => guide),
]
