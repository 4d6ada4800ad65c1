export { canBePrimary, topLeads, type LeadChange } from './lead-change.ts'
export { reportLeadCopied as noteLeadCopied, useUpdateLead } from './lead.mutations.ts'
export { leadKeys, useLeads } from './lead.queries.ts'
