import type { CustomerEvent } from '@ruwu/contract'
import { eventForFormerWatcher, maskEvent } from '../../customer/customer-event.view.ts'
import { maskFor } from '../../customer/customer.view.ts'
import { visibleTo } from '../../customer/visibility.repo.ts'
import type { Queryable } from '../../db/database.ts'
import type { StoredEvent } from '../../db/event-log.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { listVisibleIds } from './event.repo.ts'

type MissedEvent = Pick<StoredEvent, 'seq' | 'type' | 'payload'>

/**
 * Authorisation filter for missed events: they are checked against the caller's current rights, not those at the time of the event. Events
 * of customers no longer visible are reduced to the parting event (owner only) or dropped; contacts are masked without
 * customer:viewSensitive.
 */
export async function redactMissedEvents(
  db: Queryable,
  caller: Caller,
  events: readonly MissedEvent[],
): Promise<MissedEvent[]> {
  const mask = maskFor(caller)
  const seesCustomers = caller.permissions.has('im:viewPage')
  if (mask === null && seesCustomers && visibleTo(caller) === undefined) return [...events]
  const parsed = events.map((missed) => ({ missed, event: customerEventOf(missed) }))
  const ids = new Set(parsed.flatMap(({ event }) => event?.customerId ?? []))
  const visible = await listVisibleIds(db, caller, seesCustomers ? [...ids] : [])
  return parsed.flatMap(({ missed, event }) => {
    if (!event) return [missed]
    const known = visible.has(event.customerId) ? event : eventForFormerWatcher(event, null)
    if (!known) return []
    const shown = maskEvent(known, mask)
    const { type, ...payload } = shown
    return shown === event ? [missed] : [{ seq: missed.seq, type, payload }]
  })
}

/** Undefined for events that carry no customer data. */
const customerEventOf = ({ type, payload }: MissedEvent): CustomerEvent | undefined =>
  'customer' in payload ? ({ type, ...payload } as CustomerEvent) : undefined
