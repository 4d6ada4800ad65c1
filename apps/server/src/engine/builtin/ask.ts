import { asksFor, countCharacters } from '@ruwu/domain'
import { nextAsk } from '../next-ask.ts'
import type { Situation } from '../situation.ts'
import { askText } from './phrases.ts'
import { MESSAGES_MAX, withSentence } from './sentences.ts'
import { refusesToTell } from './small-talk.ts'

/** The next field to ask for, unless the customer was asked for it a moment ago, or does not want to tell. */
export function fieldToAsk(situation: Situation): string | undefined {
  const { input, burst, question } = situation
  const key = nextAsk(situation)
  const last = input.turns.at(-burst.length - 1)
  if (key === undefined || refusesToTell(question) || (last?.who === 'ai' && asksFor(last.text, key, input.fieldNames)))
    return undefined
  return key
}

/** The question goes behind the last words, as long as they hold it. */
export function withAsk(texts: readonly string[], key: string, { input, maxChars }: Situation): string[] {
  const text = askText(key, input)
  const last = texts.at(-1) ?? ''
  const joined = withSentence(last, text)
  if (texts.length > 0 && countCharacters(joined) <= maxChars) return [...texts.slice(0, -1), joined]
  return texts.length < MESSAGES_MAX ? [...texts, text] : [...texts]
}
