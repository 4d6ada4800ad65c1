import type { EntId } from '@ruwu/contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { customer, lead } from '../db/schema/index.ts'
import { type Case, openCase } from './customer-change.ts'

/**
 * Customers who had a contact first that one of these has given now, with the news of it. They are not locked: nothing of theirs
 * changes, and of two versions of a row the newer one holds wherever it is heard.
 */
export async function readSameContacts(db: Queryable, entId: EntId, cases: readonly Case[]): Promise<Case[]> {
  const ids = [...new Set(cases.flatMap(({ additions }) => [...additions.sameLeads]))]
  if (ids.length === 0) return []
  const rows = await db
    .select({ customer, leadId: lead.id, status: lead.status })
    .from(lead)
    .innerJoin(customer, and(eq(customer.entId, lead.entId), eq(customer.id, lead.customerId)))
    .where(and(eq(lead.entId, entId), inArray(lead.id, ids)))
  return rows.map(({ customer: row, leadId, status }) => {
    const of = openCase(row)
    of.events.push({ type: 'lead_change', leadId, status, operatorId: null })
    return of
  })
}
