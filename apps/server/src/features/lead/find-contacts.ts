import type { LeadExtractor, LeadKind, LeadState, Source } from '@ruwu/contract'
import { type CardContacts, type Contact, type ContactState, contactsOfCard, findContacts } from '@ruwu/domain'

/** A contact as it may be recorded. */
export type FoundContact = {
  kind: LeadKind
  value: string
  normalised: string
  state: LeadState
  extractor: LeadExtractor
}

type Seen = Pick<Contact, 'kind' | 'value' | 'normalised' | 'state'>

const STATES: Partial<Record<ContactState, LeadState>> = { VALID: 'valid', AMBIGUOUS: 'ambiguous' }

/** What can't be a contact is none. */
function toFound({ kind, value, normalised, state }: Seen, extractor: LeadExtractor): FoundContact[] {
  const known = STATES[state]
  if (!known) return []
  return [{ kind: kind === 'wechat' ? 'wechat' : 'phone', value, normalised, state: known, extractor }]
}

export const contactsInText = (text: string, source: Source): FoundContact[] =>
  findContacts(text, { source }).flatMap((contact) => toFound(contact, 'rule'))

export function contactsInCard(fields: readonly { label: string; value: string }[]): {
  contacts: FoundContact[]
  card: CardContacts
} {
  const card = contactsOfCard(fields)
  return { card, contacts: card.phone ? toFound(card.phone, 'card') : [] }
}

/** That a number of ours was copied has no value. */
export const COPIED: FoundContact = {
  kind: 'wechat_copy',
  value: '',
  normalised: '',
  state: 'valid',
  extractor: 'rule',
}

/** What an agent wrote, or a customer told when asked for it, is believed; a number is kept in the form in which it would have been found. */
export function contactTold(kind: 'phone' | 'wechat', written: string, extractor: 'manual' | 'ai'): FoundContact {
  const number = kind === 'phone' ? findContacts(written).find((contact) => contact.kind !== 'wechat') : undefined
  const value = number?.value ?? written
  const normalised = number?.normalised ?? written.normalize('NFKC').toLowerCase()
  return { kind, value, normalised, state: 'valid', extractor }
}
