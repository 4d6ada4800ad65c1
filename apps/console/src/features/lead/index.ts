export { InvalidDialog } from './components/invalid-dialog.tsx'
export { canBePrimary, topLeads, type LeadChange } from './lead-change.ts'
export { reportLeadCopied, useLeadBatch, useUpdateLead } from './lead.mutations.ts'
export { leadKeys, type LeadPageArgs, useLeadPage, useLeads, useLeadTimeline, useNewLeadCount } from './lead.queries.ts'
