import type { LeadId, LeadKind, LeadResult, LeadState, LeadStatus } from '@ruwu/contract'

/** A contact a customer gave, as it is kept. */
export type KnownLead = {
  leadId: LeadId
  kind: LeadKind
  normalised: string
  state: LeadState
  status: LeadStatus
  isPrimary: boolean
  dupOf: LeadId | null
}

type FoundLead = { kind: LeadKind; normalised: string; state: LeadState }

type LeadRecord =
  /** The customer said it before: it only counts once more. */
  | { isNew: false; leadId: LeadId; result: 'repeated' }
  | {
      isNew: true
      result: Exclude<LeadResult, 'repeated'>
      isPrimary: boolean
      /** What was primary of this kind until now. */
      demoted: LeadId | null
      dupOf: LeadId | null
    }

/**
 * What a found contact becomes. `own` are the customer's leads, `elsewhere` the first lead of another customer with the same value
 * under the enterprise's rule of what is the same.
 */
export function recordLead(found: FoundLead, own: readonly KnownLead[], elsewhere: LeadId | null): LeadRecord {
  const same = own.find((lead) => lead.kind === found.kind && lead.normalised === found.normalised)
  if (same) return { isNew: false, leadId: same.leadId, result: 'repeated' }
  const isContact = found.state === 'valid' && found.kind !== 'wechat_copy'
  const before = own.find((lead) => lead.kind === found.kind && lead.isPrimary)
  const hadContact = own.some((lead) => lead.kind !== 'wechat_copy' && lead.state === 'valid')
  return {
    isNew: true,
    result: elsewhere ? 'exists' : hadContact ? 'added' : 'new',
    isPrimary: isContact,
    demoted: isContact && before ? before.leadId : null,
    dupOf: elsewhere,
  }
}

const ORDER: readonly LeadStatus[] = ['new', 'following', 'added', 'won']

/** Forward in the order of the work, to invalid from anywhere, and back from invalid. */
export function canMoveLead(from: LeadStatus, to: LeadStatus): boolean {
  if (from === to) return false
  if (to === 'invalid' || from === 'invalid') return true
  return ORDER.indexOf(to) > ORDER.indexOf(from)
}

/** A person who answers after the contact was given has begun to follow it. */
export const afterHumanReply = (status: LeadStatus): LeadStatus => (status === 'new' ? 'following' : status)

/** How far a customer is with their contacts: the furthest of those that hold; null without any. */
export function customerLeadStatus(leads: readonly Pick<KnownLead, 'kind' | 'state' | 'status'>[]): LeadStatus | null {
  const contacts = leads.filter((lead) => lead.kind !== 'wechat_copy' && lead.state === 'valid')
  return ORDER.findLast((status) => contacts.some((lead) => lead.status === status)) ?? null
}
