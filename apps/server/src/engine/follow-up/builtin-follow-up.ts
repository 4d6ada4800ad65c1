import { asksFor, nextField } from '@ruwu/domain'
import { withFormOfAddress, askText } from '../builtin/phrases.ts'
import { checkTexts } from '../check-draft.ts'
import type { Situation } from '../situation.ts'
import type { FollowUpInput } from './follow-up.ts'
import { ABOUT, ASK_AGAIN, PLAIN } from './phrases.ts'
import { topicOf } from './topic.ts'

/** A sentence from what was spoken of, in several wordings that all may be sent; the best first. */
export function followUpTexts(situation: Situation, { step, seed }: Pick<FollowUpInput, 'step' | 'seed'>): string[] {
  const topic = topicOf(situation.input.turns)
  const texts = [
    ...rotatedBy(repeatedQuestions(situation, step), seed),
    ...rotatedBy(topic === undefined ? [] : (ABOUT[step - 1]?.(topic) ?? []), seed),
    ...rotatedBy(PLAIN[step - 1] ?? [], seed),
  ]
  return texts.map((text) => withTone(text, situation)).filter((text) => passesCheck(text, situation))
}

/** What our last words asked for, as long as it may be asked again; once, and then about something else. */
function repeatedQuestions({ input, known }: Situation, step: number): string[] {
  const key = nextField(input.config, known, input.memory.asked)
  const last = input.turns.findLast(({ who }) => who !== 'customer')
  if (step > 1 || key === undefined || !last || !asksFor(last.text, key, input.fieldNames)) return []
  return ASK_AGAIN.map((opening) => opening + askText(key, input))
}

/** Begins with another one for every customer. */
function rotatedBy(texts: readonly string[], seed: string): string[] {
  if (texts.length === 0) return []
  const from = Array.from(seed).reduce((sum, sign) => sum + (sign.codePointAt(0) ?? 0), 0) % texts.length
  return [...texts.slice(from), ...texts.slice(0, from)]
}

function withTone(text: string, { input: { config } }: Situation): string {
  const { role } = config
  return withFormOfAddress(role.tone === 'professional' ? text.replaceAll('～', '。') : text, role)
}

const passesCheck = (text: string, situation: Situation): boolean =>
  checkTexts(situation, [text], []).findings.length === 0
