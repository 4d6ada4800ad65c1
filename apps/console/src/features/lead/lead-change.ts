import type { CallArgs, Lead, leadApi } from '@ruwu/contract'

export type LeadChange = CallArgs<typeof leadApi.update>['body']

/** Optimistic result of a lead change: at most one primary lead per kind. */
export function withLeadChange(
  leads: readonly Lead[],
  { leadId, status, reason, isPrimary, state }: LeadChange,
): Lead[] {
  const kind = leads.find((lead) => lead.leadId === leadId)?.kind
  return leads.map((lead) => {
    if (lead.leadId !== leadId) return isPrimary && lead.kind === kind ? { ...lead, isPrimary: false } : lead
    return {
      ...lead,
      ...(status && { status, reason: reason ?? null }),
      ...(isPrimary && { isPrimary }),
      ...(state && { state }),
    }
  })
}

export const withLead = (leads: readonly Lead[], answer: Lead): Lead[] =>
  leads.map((lead) => (lead.leadId === answer.leadId ? answer : lead))

const rankOf = ({ kind, isPrimary, state }: Lead) =>
  isPrimary ? 0 : kind === 'wechat_copy' ? 3 : state === 'ambiguous' ? 2 : 1

/** The leads shown where space is limited: primary ones, then the newest valid ones, then uncertain ones. */
export function topLeads(leads: readonly Lead[], most: number): Lead[] {
  const useful = leads.filter(({ state, status }) => state !== 'rejected' && status !== 'invalid')
  return useful.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, most)
}

/** Whether a lead can become the primary one of its kind. */
export const canBePrimary = ({ kind, state, status, isPrimary }: Lead): boolean =>
  !isPrimary && kind !== 'wechat_copy' && state === 'valid' && status !== 'invalid'
