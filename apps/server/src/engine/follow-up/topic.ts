import { isQuestion } from '../builtin/small-talk.ts'
import type { Turn } from '../engine.ts'

/** Longer words are not repeated to anybody. */
const TOPIC_CHARS_MAX = 18
const CLAUSE_ENDS = /[，。！；,.!;\n\s]+/
const POLITE = /^(?:请问|你好|您好|想问一?下|我想问一?下|我想了解一?下|想了解一?下|那)+/
const SIGNS = /[?？~～…「」“”"']+/g

/** What the customer asked last, in their own words; undefined where it is too long to repeat, or nothing was asked. */
export function topicOf(turns: readonly Turn[]): string | undefined {
  const asked = turns.findLast(({ who, text }) => who === 'customer' && isQuestion(text))
  const clause = asked?.text.split(CLAUSE_ENDS).findLast((each) => isQuestion(each))
  const topic = clause?.replace(SIGNS, '').replace(POLITE, '').trim() ?? ''
  const length = Array.from(topic).length
  return length >= 2 && length <= TOPIC_CHARS_MAX ? topic : undefined
}
