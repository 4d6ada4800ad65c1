import type { CustomerEvent, RelationId } from '@ruwu/contract'
import { isInScope } from '../../customer/account-scope.repo.ts'
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
  missed: readonly MissedEvent[],
): Promise<MissedEvent[]> {
  const events = missed.filter((each) => isOfKnownAccount(caller, each))
  const mask = maskFor(caller)
  const seesCustomers = caller.permissions.has('im:viewPage')
  if (mask === null && seesCustomers && visibleTo(caller) === undefined) return events
  const parsed = events.map((each) => ({ missed: each, event: customerEventOf(each) }))
  const ids = new Set(parsed.flatMap(({ event }) => event?.customerId ?? []))
  const visible = await listVisibleIds(db, caller, seesCustomers ? [...ids] : [])
  return parsed.flatMap(({ missed: each, event }) => {
    if (!event) return [each]
    const known = visible.has(event.customerId) ? event : eventForFormerWatcher(event, null)
    if (!known) return []
    const shown = maskEvent(known, mask)
    const { type, ...payload } = shown
    return shown === event ? [each] : [{ seq: each.seq, type, payload }]
  })
}

/** Events about an account; those about a customer of it go by the customer. */
function isOfKnownAccount(caller: Caller, { payload: { relationId, customerId } }: MissedEvent): boolean {
  return typeof relationId !== 'string' || typeof customerId === 'string' || isInScope(caller, relationId as RelationId)
}

/** Undefined for events that carry no customer data. */
const customerEventOf = ({ type, payload }: MissedEvent): CustomerEvent | undefined =>
  'customer' in payload ? ({ type, ...payload } as CustomerEvent) : undefined
