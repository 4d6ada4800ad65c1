import { isEmptyValue } from '../form-field.ts'
import { LEAD_FIELD_LABELS } from '../platform-card.ts'
import { type Contact, findContacts } from './find-contacts.ts'

interface CardField {
  label: string
  value: string
}

export interface CardContacts {
  phone?: Pick<Contact, 'kind' | 'value' | 'normalised' | 'state'>
  remark?: string
  city?: string
  /** Other fields, matched to custom fields by name. */
  custom: { name: string; value: string }[]
}

/** Contacts of a submitted lead card; blank fields are skipped. */
export function contactsOfCard(fields: readonly CardField[]): CardContacts {
  const contacts: CardContacts = { custom: [] }
  for (const field of fields) {
    const label = field.label.trim()
    const value = field.value.trim()
    if (isEmptyValue(value)) continue
    if (label === LEAD_FIELD_LABELS.phone) contacts.phone = phoneOf(value)
    else if (label === LEAD_FIELD_LABELS.name) contacts.remark = value
    else if (label === LEAD_FIELD_LABELS.city) contacts.city = value
    else contacts.custom.push({ name: label, value })
  }
  return contacts
}

function phoneOf(value: string): CardContacts['phone'] {
  const found = findContacts(value).find(({ kind }) => kind !== 'wechat')
  if (!found) return { kind: 'phone', value, normalised: value, state: 'INVALID' }
  return { kind: found.kind, value: found.value, normalised: found.normalised, state: found.state }
}
