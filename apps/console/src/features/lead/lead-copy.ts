import { LeadId, type LeadPageRow } from '@ruwu/contract'
import type { ClipboardEvent, HTMLAttributes } from 'react'
import { selectedElements } from '../../browser/selected-elements.ts'
import { reportLeadCopied } from './lead.mutations.ts'

type Shown = Pick<LeadPageRow, 'leadId' | 'value'>

/** Attributes of the table cell that shows the contact; without a value there is nothing to copy. */
export const markLead = ({ leadId, value }: Shown) =>
  (value ? { 'data-lead': leadId } : {}) as HTMLAttributes<HTMLElement>

/** Audit: `onCopy` around cells that are marked. The server records unmasked values only. */
export function reportSelectedLeads({ currentTarget }: ClipboardEvent<HTMLElement>): void {
  for (const { dataset } of selectedElements(currentTarget, '[data-lead]')) reportLeadCopied(LeadId.parse(dataset.lead))
}
