import { asksFor, CONTACT_KEYS, countCharacters, isContactRequestSentence, withoutContactRequest } from '@ruwu/domain'
import { mayRequestContact, nextAsk, type Situation } from '../situation.ts'
import { askText } from './phrases.ts'
import { MESSAGES_MAX, withSentence } from './sentences.ts'
import { refusesToTell } from './small-talk.ts'

/** The next field to ask for, unless our last message asked for it or the customer refuses. */
export function fieldToAsk(situation: Situation): string | undefined {
  const { input, burst, question } = situation
  const key = nextAsk(situation)
  const last = input.turns.at(-burst.length - 1)
  if (key === undefined || refusesToTell(question) || (last?.who === 'ai' && asksFor(last.text, key, input.fieldNames)))
    return undefined
  return key
}

/** Appends the question to the last message, or as a message of its own while there is room. */
export function withAsk(texts: readonly string[], key: string, { input, maxChars }: Situation): string[] {
  const text = askText(key, input)
  const last = texts.at(-1) ?? ''
  const joined = withSentence(last, text)
  if (texts.length > 0 && countCharacters(joined) <= maxChars) return [...texts.slice(0, -1), joined]
  return texts.length < MESSAGES_MAX ? [...texts, text] : [...texts]
}

/** The sentences of the enterprise's own texts for one turn: with one request for the contact, or without where none may be made. */
export function requestOnce(situation: Situation): (sentences: readonly string[]) => string[] {
  let isLeft = mayRequestContact(situation)
  return (sentences) =>
    sentences.flatMap((sentence) => {
      if (!isContactRequestSentence(sentence)) return [sentence]
      if (!isLeft) return withoutContactRequest([sentence])
      isLeft = false
      return [sentence]
    })
}

/** Key of the contact that the texts ask for. */
export const contactAskedIn = (texts: readonly string[], { input }: Situation): string | undefined =>
  CONTACT_KEYS.find((key) => texts.some((text) => asksFor(text, key, input.fieldNames)))
