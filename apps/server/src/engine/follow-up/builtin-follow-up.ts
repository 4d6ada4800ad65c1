import { asksFor, nextField } from '@ruwu/domain'
import { withFormOfAddress, askText } from '../builtin/phrases.ts'
import { isQuestion } from '../builtin/small-talk.ts'
import { checkTexts } from '../check-draft.ts'
import type { Turn } from '../engine.ts'
import type { Situation } from '../situation.ts'
import type { FollowUpInput } from './follow-up.ts'
import { TOPIC_QUESTIONS, FIELD_REMINDERS, GENERAL_QUESTIONS } from './phrases.ts'

/** Longer topics are not quoted. */
const TOPIC_CHARS_MAX = 18
const CLAUSE_ENDS = /[，。！；,.!;\n\s]+/
const POLITE = /^(?:请问|你好|您好|想问一?下|我想问一?下|我想了解一?下|想了解一?下|那)+/
const SIGNS = /[?？~～…「」“”"']+/g

/** Wordings of one follow-up sentence that all pass the checker, best first. */
export function followUpTexts(situation: Situation, { step, seed }: Pick<FollowUpInput, 'step' | 'seed'>): string[] {
  const topic = topicOf(situation.input.turns)
  const texts = [
    ...rotatedBy(repeatedQuestions(situation, step), seed),
    ...rotatedBy(topic === undefined ? [] : (TOPIC_QUESTIONS[step - 1]?.(topic) ?? []), seed),
    ...rotatedBy(GENERAL_QUESTIONS[step - 1] ?? [], seed),
  ]
  return texts.map((text) => withTone(text, situation)).filter((text) => passesCheck(text, situation))
}

/** Asks again for the field our last message asked for, in the first step only and while it may be asked. */
function repeatedQuestions({ input, known }: Situation, step: number): string[] {
  const key = nextField(input.config, known, input.memory.asked, input.contactRequest)
  const last = input.turns.findLast(({ who }) => who !== 'customer')
  if (step > 1 || key === undefined || !last || !asksFor(last.text, key, input.fieldNames)) return []
  return FIELD_REMINDERS.map((opening) => opening + askText(key, input))
}

/** Rotates the list by a hash of the seed, so that customers get different first wordings. */
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

/** The topic of the customer's last question, quoted; undefined when there is none or it is too long to quote. */
export function topicOf(turns: readonly Turn[]): string | undefined {
  const asked = turns.findLast(({ who, text }) => who === 'customer' && isQuestion(text))
  const clause = asked?.text.split(CLAUSE_ENDS).findLast((each) => isQuestion(each))
  const topic = clause?.replace(SIGNS, '').replace(POLITE, '').trim() ?? ''
  const length = Array.from(topic).length
  return length >= 2 && length <= TOPIC_CHARS_MAX ? topic : undefined
}
