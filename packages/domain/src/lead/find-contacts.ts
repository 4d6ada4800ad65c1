import { foldText } from './fold-text.ts'
import { type ContactOptions, normaliseContact, withJoinedDigits, withPlainDigits } from './normalise-contact.ts'
import { findPhoneNumbers } from './phone-numbers.ts'
import type { Span, TextCopy } from './text-copy.ts'
import { findWechatIds } from './wechat-ids.ts'

const MASKED_PHONE_PATTERN = /1[3-9]\d\*{4}\d{4}/

/** AMBIGUOUS: a WeChat id or a word, to be decided by an agent or the customer. INVALID: meant as an id, but malformed. */
export type ContactState = 'VALID' | 'AMBIGUOUS' | 'INVALID'

/** `start` and `end` are UTF-16 offsets in the original text. */
export interface Contact extends Span {
  kind: 'phone' | 'landline' | 'wechat'
  value: string
  /** Normalised form for comparison. */
  normalised: string
  state: ContactState
}

/** In the order of the text. A mobile after a WeChat cue appears twice, as phone and as WeChat. */
export function findContacts(text: string, { source, withReferences = false }: ContactOptions = {}): Contact[] {
  return contactsIn(text, withPlainDigits(foldText(text, source)), withReferences)
}

/** For callers that already have the normalised copy. */
export function contactsIn(original: string, plain: TextCopy, withReferences = false): Contact[] {
  const joined = withJoinedDigits(plain)
  const phones = findPhoneNumbers(original, joined, withReferences)
  const ids = findWechatIds(original, plain, joined, phones)
  return [
    ...phones.map((phone): Contact => ({ ...phone, normalised: phone.value, state: 'VALID' })),
    ...ids.map((id): Contact => ({ ...id, kind: 'wechat', normalised: id.value.toLowerCase() })),
  ].toSorted((one, other) => one.start - other.start)
}

/** The platform masked a number in this text; no lead can be extracted. */
export function hasMaskedPhone(text: string, options?: ContactOptions): boolean {
  return MASKED_PHONE_PATTERN.test(normaliseContact(text, options).text)
}
