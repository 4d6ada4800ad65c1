export { InvalidDialog } from './components/invalid-dialog.tsx'
export { canBePrimary, topLeads, type LeadChange } from './lead-change.ts'
export { reportLeadCopied, useUpdateLead } from './lead.mutations.ts'
export { leadKeys, useLeads } from './lead.queries.ts'
