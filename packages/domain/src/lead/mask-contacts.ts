import { maskPhone, maskWechat } from '../mask.ts'
import { type Contact, findContacts } from './find-contacts.ts'
import type { ContactOptions } from './normalise-contact.ts'

/** The text as someone reads it who may not see phone numbers and WeChat ids. */
export function maskContacts(text: string, options?: ContactOptions): string {
  let masked = ''
  let end = 0
  for (const contact of findContacts(text, options)) {
    // A mobile that is also a WeChat id, or part of one, is hidden once.
    if (contact.start >= end) masked += text.slice(end, contact.start) + maskedValue(contact)
    end = Math.max(end, contact.end)
  }
  return masked + text.slice(end)
}

function maskedValue({ kind, value }: Contact): string {
  return kind === 'wechat' ? maskWechat(value) : maskPhone(value)
}
