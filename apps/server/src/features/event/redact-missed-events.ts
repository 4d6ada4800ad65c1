import type { CustomerEvent, CustomerId } from '@ruwu/contract'
import { and, eq, sql } from 'drizzle-orm'
import { maskEvent, partingEvent, visibleTo } from '../../customer/index.ts'
import type { Queryable } from '../../db/database.ts'
import type { StoredEvent } from '../../db/event-log.ts'
import { customer } from '../../db/schema/index.ts'
import type { Caller } from '../auth/index.ts'

type MissedEvent = Pick<StoredEvent, 'seq' | 'type' | 'payload'>

/**
 * What was meant for an agent when it happened, as far as they may see it now: of customers they have lost sight of since only whose
 * they are, and contacts only while they may be seen.
 */
export async function redactMissedEvents(
  db: Queryable,
  caller: Caller,
  events: readonly MissedEvent[],
): Promise<MissedEvent[]> {
  const seesContacts = caller.permissions.has('customer:viewSensitive')
  const seesCustomers = caller.permissions.has('im:viewPage')
  if (seesContacts && seesCustomers && visibleTo(caller) === undefined) return [...events]
  const about = events.map((missed) => ({ told: missed, event: customerEventOf(missed) }))
  const ids = new Set(about.flatMap(({ event }) => event?.customerId ?? []))
  const visible = await listVisible(db, caller, seesCustomers ? [...ids] : [])
  return about.flatMap(({ told: missed, event }) => {
    if (!event) return [missed]
    const known = visible.has(event.customerId) ? event : partingEvent(event, null)
    if (!known) return []
    const shown = seesContacts ? known : maskEvent(known)
    const { type, ...payload } = shown
    return shown === event ? [missed] : [{ seq: missed.seq, type, payload }]
  })
}

/** Undefined: it is not about what is known of a customer. */
const customerEventOf = ({ type, payload }: MissedEvent): CustomerEvent | undefined =>
  'customer' in payload ? ({ type, ...payload } as CustomerEvent) : undefined

async function listVisible(db: Queryable, caller: Caller, ids: readonly CustomerId[]): Promise<Set<CustomerId>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: customer.id })
    .from(customer)
    .where(
      and(
        eq(customer.entId, caller.entId),
        sql`${customer.id} = any(${sql.param([...ids])}::uuid[])`,
        visibleTo(caller),
      ),
    )
  return new Set(rows.map((row) => row.id))
}
