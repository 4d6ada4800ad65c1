import { maskPhone, maskWechat } from '../mask.ts'
import { type Contact, findContacts } from './find-contacts.ts'
import type { ContactOptions } from './normalise-contact.ts'

/** Masks phone numbers and WeChat ids, for agents without customer:viewSensitive. */
export function maskContacts(text: string, options?: ContactOptions): string {
  let masked = ''
  let end = 0
  for (const contact of findContacts(text, { ...options, withReferences: true })) {
    // A mobile that is also (part of) a WeChat id is masked once.
    if (contact.start >= end) masked += text.slice(end, contact.start) + maskedValue(contact)
    end = Math.max(end, contact.end)
  }
  return masked + text.slice(end)
}

function maskedValue({ kind, value }: Contact): string {
  return kind === 'wechat' ? maskWechat(value) : maskPhone(value)
}
