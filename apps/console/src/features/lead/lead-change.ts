import type { CallArgs, Lead, leadApi } from '@ruwu/contract'

export type LeadChange = CallArgs<typeof leadApi.update>['body']

/** What the leads of a customer will look like: of each kind one is the number to use. */
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

/** The contacts to show where there is room for a few: those in use, the newest that may be of use, then what may lead to one. */
export function topLeads(leads: readonly Lead[], most: number): Lead[] {
  const useful = leads.filter(({ state, status }) => state !== 'rejected' && status !== 'invalid')
  return useful.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, most)
}

/** Which leads can be made the number to use. */
export const canBePrimary = ({ kind, state, status, isPrimary }: Lead): boolean =>
  !isPrimary && kind !== 'wechat_copy' && state === 'valid' && status !== 'invalid'
