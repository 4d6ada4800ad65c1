import type { ConsoleEvent, CustomerDetail, CustomerEvent, CustomerId } from '@ruwu/contract'
import { withAccountOff, withCustomer, withNewerCustomer, withNewerSeat, withoutCustomer, withSeat } from '@ruwu/domain'
import type { QueryClient } from '@tanstack/react-query'
import { changeLists } from './customer-cache.ts'
import { customerKeys, type Viewers } from './customer-keys.ts'
import { tellReceived } from './received-by-colleague.ts'
import { createDebouncedRefresh } from '../../../realtime/debounced-refresh.ts'

/** Debounce: counts are refetched after a quiet period, at most once per `periodMs`. */
const COUNT_TIMES = { quietMs: 500, periodMs: 2000 }
const DETAIL_TIMES = { quietMs: 300, periodMs: 1000 }

type Refreshers = { counts: () => void; details: () => void }
const refreshers = new WeakMap<QueryClient, Refreshers>()

function refreshersOf(cache: QueryClient): Refreshers {
  const known = refreshers.get(cache)
  if (known) return known
  const ask = (queryKey: readonly string[]) => () => void cache.invalidateQueries({ queryKey })
  const made = {
    counts: createDebouncedRefresh(ask(customerKeys.counts), COUNT_TIMES),
    details: createDebouncedRefresh(ask(customerKeys.details), DETAIL_TIMES),
  }
  refreshers.set(cache, made)
  return made
}

/** Applies customer events to the lists, the open customer and the counts. */
export function onCustomerEvent(cache: QueryClient, event: ConsoleEvent) {
  if (event.type === 'cus_viewers') {
    const { customerId, agentIds, composingIds } = event
    cache.setQueryData<Viewers>(customerKeys.viewers(customerId), { agentIds, composingIds })
  } else if (event.type === 'cus_seat') {
    changeLists(cache, (list, context) => withSeat(list, event, context))
    changeDetail(cache, event.customerId, (old) => withNewerSeat(old, event.seat))
    refreshersOf(cache).counts()
  } else if (event.type === 'scheduled_message_change') {
    void cache.invalidateQueries({ queryKey: customerKeys.detail(event.customerId) })
  } else if (event.type === 'notice_change' || (event.type === 'hint' && event.hintType === 'reminder_due')) {
    // The detail contains the agent's own reminders.
    if (event.customerId) void cache.invalidateQueries({ queryKey: customerKeys.detail(event.customerId) })
  } else if (event.type === 'customer_erase') {
    forgetCustomer(cache, event.customerId)
  } else if (event.type === 'perms_change') {
    // The role decides which customers are visible.
    void cache.invalidateQueries({ queryKey: customerKeys.all })
  } else if (event.type === 'channel_change_enable_ai') {
    const { subSourceId, enable } = event
    if (!enable) changeLists(cache, (list, context) => withAccountOff(list, subSourceId, context))
    // One event for all customers of an account does not name them, so they are refetched.
    void cache.invalidateQueries({ queryKey: customerKeys.all })
  } else if (event.type === 'ent_points_used_up' || event.type === 'ent_points_back') {
    // Running out of points changes who receives which customer.
    void cache.invalidateQueries({ queryKey: customerKeys.all })
  } else if (event.type === 'customer_setting_change') {
    // Which values are masked depends on the setting, in the detail also on the fields.
    if (event.customersToo) void cache.invalidateQueries({ queryKey: customerKeys.all })
    else {
      refreshersOf(cache).details()
      void cache.invalidateQueries({ queryKey: customerKeys.listedFields })
    }
  } else if (event.type === 'tag_change') {
    // A merged or deleted tag changes many customers without an event of their own.
    if (event.customersToo) void cache.invalidateQueries({ queryKey: customerKeys.all })
  } else if (event.type === 'ai_agent_change') {
    // The detail contains whether an AI can receive, and its name.
    refreshersOf(cache).details()
  } else if ('customer' in event) onOneCustomer(cache, event)
}

/** Closes the open thread and panel, and drops every query about the customer. */
function forgetCustomer(cache: QueryClient, customerId: CustomerId) {
  changeLists(cache, (list, context) => withoutCustomer(list, customerId, context))
  cache.setQueryData<boolean>(customerKeys.erased(customerId), true)
  // The hash is the key as JSON: some keys hold the id deeper, as in the body of a search.
  cache.removeQueries({
    predicate: ({ queryHash, queryKey: [, kind] }) => queryHash.includes(customerId) && kind !== 'erased',
  })
  refreshersOf(cache).counts()
}

function onOneCustomer(cache: QueryClient, event: CustomerEvent) {
  const { customerId, customer } = event
  changeLists(cache, (list, context) => withCustomer(list, customer, context))
  tellReceived(cache, event, cache.getQueryData<CustomerDetail>(customerKeys.detail(customerId)))
  changeDetail(cache, customerId, (old) => withNewerCustomer(old, customer))
  refreshersOf(cache).counts()
  if (event.type === 'agent_update_customer_info' && event.changed.fields !== undefined)
    void cache.invalidateQueries({ queryKey: customerKeys.listedFieldsOf(customerId) })
  if (!changesDetail(event)) return
  const detail = cache.getQueryCache().find({ queryKey: customerKeys.detail(customerId) })
  if (detail?.isActive()) refreshersOf(cache).details()
  // Inactive query: refetched when opened next.
  else detail?.invalidate()
}

/**
 * Events that change data missing in the list row (profile, quota, lead and session counts) or the visibility of the
 * detail.
 */
const DETAIL_EVENTS: ReadonlySet<string> = new Set<CustomerEvent['type']>([
  'agent_update_customer_info',
  'lead_change',
  'cus_message',
  'send_msg_failed',
  'cus_change_archive',
  'rec_cus',
  'rel_cus',
  'redirect_cus',
])
const changesDetail = ({ type }: CustomerEvent) => DETAIL_EVENTS.has(type)

const changeDetail = (cache: QueryClient, customerId: CustomerId, change: (old: CustomerDetail) => CustomerDetail) =>
  cache.setQueryData<CustomerDetail>(customerKeys.detail(customerId), (old) => old && change(old))
