import { asksFor, countCharacters, nextField } from '@ruwu/domain'
import type { Situation } from '../situation.ts'
import { askText } from './phrases.ts'
import { MESSAGES_MAX } from './sentences.ts'
import { refuses } from './small-talk.ts'

/** The next field to ask for, unless the customer was asked for it a moment ago, or does not want to tell. */
export function fieldToAsk({ input, known, burst, question }: Situation): string | undefined {
  const key = nextField(input.config, known, input.memory.asked)
  const last = input.turns.at(-burst.length - 1)
  if (key === undefined || refuses(question) || (last?.who === 'ai' && asksFor(last.text, key, input.fieldNames)))
    return undefined
  return key
}

/** The question goes behind the last words, as long as they hold it. */
export function withAsk(texts: readonly string[], key: string, { input, maxChars }: Situation): string[] {
  const text = askText(key, input)
  const last = texts.at(-1) ?? ''
  if (texts.length > 0 && countCharacters(last + text) <= maxChars) return [...texts.slice(0, -1), last + text]
  return texts.length < MESSAGES_MAX ? [...texts, text] : [...texts]
}
