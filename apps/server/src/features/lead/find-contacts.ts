import type { LeadExtractor, LeadKind, LeadState, Source } from '@ruwu/contract'
import { type CardContacts, type Contact, contactsOfCard, type ContactState, findContacts } from '@ruwu/domain'

/** A contact ready to be recorded. */
export type FoundContact = {
  kind: LeadKind
  value: string
  normalised: string
  state: LeadState
  extractor: LeadExtractor
}

type FoundText = Pick<Contact, 'kind' | 'value' | 'normalised' | 'state'>

const STATES: Partial<Record<ContactState, LeadState>> = { VALID: 'valid', AMBIGUOUS: 'ambiguous' }

/** Empty for a state that is no contact. */
function toFound({ kind, value, normalised, state }: FoundText, extractor: LeadExtractor): FoundContact[] {
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

/** The customer copied our WeChat id: a lead without a value. */
export const WECHAT_COPY: FoundContact = {
  kind: 'wechat_copy',
  value: '',
  normalised: '',
  state: 'valid',
  extractor: 'rule',
}

/** A contact stated by an agent, or by a customer when asked: always valid. Phone numbers are normalised as in found text. */
export function statedContact(kind: 'phone' | 'wechat', written: string, extractor: 'manual' | 'ai'): FoundContact {
  const number = kind === 'phone' ? findContacts(written).find((contact) => contact.kind !== 'wechat') : undefined
  const value = number?.value ?? written
  const normalised = number?.normalised ?? written.normalize('NFKC').toLowerCase()
  return { kind, value, normalised, state: 'valid', extractor }
}
