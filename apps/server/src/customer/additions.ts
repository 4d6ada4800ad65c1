import type { AgentId, LeadId, TagId } from '@ruwu/contract'
import type { customerChange, customerNote, lead, leadRepeat } from '../db/schema/index.ts'

export type NoteRow = typeof customerNote.$inferSelect
export type ChangeRow = typeof customerChange.$inferSelect
export type LeadRow = typeof lead.$inferSelect
type LeadRepeatRow = typeof leadRepeat.$inferSelect

/** Rows written with a customer change besides the customer, its sessions and messages. */
export type Additions = {
  /** By tag: the binding agent (null: the system) and time; null: unbound. */
  tags: Map<TagId, { boundBy: AgentId | null; boundAt: Date } | null>
  notes: NoteRow[]
  changes: ChangeRow[]
  /** Recorded and changed leads; those in `newLeads` are inserted, the others updated. */
  leads: Map<LeadId, LeadRow>
  newLeads: Set<LeadId>
  leadRepeats: LeadRepeatRow[]
  /** Leads of other customers with the same contact: their panels are updated too. */
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
