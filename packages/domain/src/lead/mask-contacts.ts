import type { LeadKind } from '@ruwu/contract'
import { maskPhone, maskWechat } from '../mask.ts'
import { type Contact, findContacts } from './find-contacts.ts'
import type { ContactOptions } from './normalise-contact.ts'

/**
 * What is masked for agents without customer:viewSensitive: phone numbers and WeChat ids; WeChat ids only, where the enterprise has
 * turned 手机号脱敏显示 off.
 */
export type ContactMask = 'contacts' | 'wechat'

/** Null: the agent sees everything. */
export const contactMask = (seesSensitive: boolean, masksPhones: boolean): ContactMask | null =>
  seesSensitive ? null : masksPhones ? 'contacts' : 'wechat'

export function maskContacts(text: string, mask: ContactMask = 'contacts', options?: ContactOptions): string {
  let masked = ''
  let end = 0
  const found = findContacts(text, { ...options, withReferences: true })
  for (const contact of mask === 'contacts' ? found : onlyWechat(found)) {
    // A mobile that is also (part of) a WeChat id is masked once.
    if (contact.start >= end) masked += text.slice(end, contact.start) + maskedValue(contact)
    end = Math.max(end, contact.end)
  }
  return masked + text.slice(end)
}

/** A WeChat id that is nothing but a number counts as the number. */
function onlyWechat(contacts: readonly Contact[]): Contact[] {
  const numbers = contacts.filter(({ kind }) => kind !== 'wechat')
  return contacts.filter(
    ({ kind, start, end }) =>
      kind === 'wechat' && !numbers.some((number) => number.start <= start && number.end >= end),
  )
}

/** More than the longest way to write a contact. */
const CONTACT_SPAN = 64

/** The first `max` characters. A contact across the end is left out whole: a part of it would be found by no mask. */
export function excerptOf(text: string, max: number): string {
  if (text.length <= max) return text
  const contacts = findContacts(text.slice(0, max + CONTACT_SPAN), { withReferences: true })
  const across = contacts.find(({ start, end }) => start < max && end > max)
  return text.slice(0, across?.start ?? max).toWellFormed()
}

/** The value of a lead. */
export const maskLead = ({ kind, value }: { kind: LeadKind; value: string }): string =>
  kind === 'phone' ? maskPhone(value) : maskWechat(value)

function maskedValue({ kind, value }: Contact): string {
  return kind === 'wechat' ? maskWechat(value) : maskPhone(value)
}
