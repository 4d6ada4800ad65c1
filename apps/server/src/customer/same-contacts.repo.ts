import type { EntId } from '@ruwu/contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { customer, lead } from '../db/schema/index.ts'
import { type CustomerChange, startChange } from './customer-change.ts'

/**
 * Other customers that hold the same contact, with a `lead_change` event. Not locked: their rows do not change, and clients keep the
 * newer of two row versions.
 */
export async function readSameContacts(
  db: Queryable,
  entId: EntId,
  changes: readonly CustomerChange[],
): Promise<CustomerChange[]> {
  const ids = [...new Set(changes.flatMap(({ additions }) => [...additions.sameLeads]))]
  if (ids.length === 0) return []
  const rows = await db
    .select({ customer, leadId: lead.id, status: lead.status })
    .from(lead)
    .innerJoin(customer, and(eq(customer.entId, lead.entId), eq(customer.id, lead.customerId)))
    .where(and(eq(lead.entId, entId), inArray(lead.id, ids)))
  return rows.map(({ customer: row, leadId, status }) => {
    const change = startChange(row)
    change.events.push({ type: 'lead_change', leadId, status, operatorId: null })
    return change
  })
}
