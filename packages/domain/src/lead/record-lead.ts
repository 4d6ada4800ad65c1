import type { LeadId, LeadKind, LeadResult, LeadState, LeadStatus } from '@ruwu/contract'

/** A stored lead. */
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
  /** The customer gave it before: only its hit count increases. */
  | { isNew: false; leadId: LeadId; result: 'repeated' }
  | {
      isNew: true
      result: Exclude<LeadResult, 'repeated'>
      isPrimary: boolean
      /** The former primary lead of this kind. */
      demoted: LeadId | null
      dupOf: LeadId | null
    }

const MOBILE = /^1[3-9]\d{9}$/

/** A landline does not replace a mobile number as 主号码; otherwise the newer contact does. */
const replaces = ({ kind, normalised }: FoundLead, primary: KnownLead | undefined): boolean =>
  kind !== 'phone' ||
  MOBILE.test(normalised) ||
  primary === undefined ||
  primary.status === 'invalid' ||
  !MOBILE.test(primary.normalised)

/**
 * Decides how a found contact is stored. `own`: the customer's leads; `elsewhere`: the first lead of another customer with the same
 * value under the enterprise's dedupe rule.
 */
export function recordLead(found: FoundLead, own: readonly KnownLead[], elsewhere: LeadId | null): LeadRecord {
  const same = own.find((lead) => lead.kind === found.kind && lead.normalised === found.normalised)
  if (same) return { isNew: false, leadId: same.leadId, result: 'repeated' }
  const before = own.find((lead) => lead.kind === found.kind && lead.isPrimary)
  const isPrimary = found.state === 'valid' && found.kind !== 'wechat_copy' && replaces(found, before)
  const hadContact = own.some((lead) => lead.kind !== 'wechat_copy' && lead.state === 'valid')
  return {
    isNew: true,
    result: elsewhere ? 'exists' : hadContact ? 'added' : 'new',
    isPrimary,
    demoted: isPrimary && before ? before.leadId : null,
    dupOf: elsewhere,
  }
}

const ORDER: readonly LeadStatus[] = ['new', 'following', 'added', 'won']

/** Forward in the status order, to invalid from any status, and back from invalid. */
export function canMoveLead(from: LeadStatus, to: LeadStatus): boolean {
  if (from === to) return false
  if (to === 'invalid' || from === 'invalid') return true
  return ORDER.indexOf(to) > ORDER.indexOf(from)
}

/** An agent's delivered reply moves a new lead to following. */
export const afterHumanReply = (status: LeadStatus): LeadStatus => (status === 'new' ? 'following' : status)

/** A customer's lead status: the furthest of the valid leads; null without any. */
export function customerLeadStatus(leads: readonly Pick<KnownLead, 'kind' | 'state' | 'status'>[]): LeadStatus | null {
  const contacts = leads.filter((lead) => lead.kind !== 'wechat_copy' && lead.state === 'valid')
  return ORDER.findLast((status) => contacts.some((lead) => lead.status === status)) ?? null
}
