import type { AgentId, LeadId, TagId } from '@ruwu/contract'
import type { customerChange, customerNote, lead, leadRepeat } from '../db/schema/index.ts'

export type NoteRow = typeof customerNote.$inferSelect
export type ChangeRow = typeof customerChange.$inferSelect
export type LeadRow = typeof lead.$inferSelect
type LeadRepeatRow = typeof leadRepeat.$inferSelect

/** What is written beside a customer's row and thread in the same transaction. */
export type Additions = {
  /** By tag: bound by whom and when, or null where it was taken away. */
  tags: Map<TagId, { boundBy: AgentId | null; boundAt: Date } | null>
  notes: NoteRow[]
  changes: ChangeRow[]
  /** Contacts that were recorded or changed, and which of them are new. */
  leads: Map<LeadId, LeadRow>
  newLeads: Set<LeadId>
  leadRepeats: LeadRepeatRow[]
  /** Leads of other customers that turned out to be the same: their panels show it too. */
  sameLeads: Set<LeadId>
}

export const noAdditions = (): Additions => ({
  tags: new Map(),
  notes: [],
  changes: [],
  leads: new Map(),
  newLeads: new Set(),
  leadRepeats: [],
  sameLeads: new Set(),
})
