import type { ConsoleEvent, CustomerDetail, CustomerEvent, CustomerId } from '@ruwu/contract'
import { withAccountOff, withCustomer, withNewerCustomer, withNewerSeat, withSeat } from '@ruwu/domain'
import type { QueryClient } from '@tanstack/react-query'
import { changeLists } from './customer-cache.ts'
import { customerKeys, type Viewers } from './customer-keys.ts'
import { createRefresher } from '../../../realtime/debounced-refresh.ts'

/** Numbers are asked for when things calm down, and not more often than they can be read. */
const COUNT_TIMES = { quietMs: 500, periodMs: 2000 }
const DETAIL_TIMES = { quietMs: 300, periodMs: 1000 }

type Refreshers = { counts: () => void; details: () => void }
const refreshers = new WeakMap<QueryClient, Refreshers>()

function refreshersOf(cache: QueryClient): Refreshers {
  const known = refreshers.get(cache)
  if (known) return known
  const ask = (queryKey: readonly string[]) => () => void cache.invalidateQueries({ queryKey })
  const made = {
    counts: createRefresher(ask(customerKeys.counts), COUNT_TIMES),
    details: createRefresher(ask(customerKeys.details), DETAIL_TIMES),
  }
  refreshers.set(cache, made)
  return made
}

/** Joins what happened to customers to the lists, the open one and the counts. */
export function onCustomerEvent(cache: QueryClient, event: ConsoleEvent) {
  if (event.type === 'cus_viewers') {
    const { customerId, agentIds, composingIds } = event
    cache.setQueryData<Viewers>(customerKeys.viewers(customerId), { agentIds, composingIds })
  } else if (event.type === 'cus_seat') {
    changeLists(cache, (list, context) => withSeat(list, event, context))
    changeDetail(cache, event.customerId, (old) => withNewerSeat(old, event.seat))
    refreshersOf(cache).counts()
  } else if (event.type === 'perms_change') {
    // Whose customers one sees hangs on the role.
    void cache.invalidateQueries({ queryKey: customerKeys.all })
  } else if (event.type === 'channel_change_enable_ai') {
    const { subSourceId, enable } = event
    if (!enable) changeLists(cache, (list, context) => withAccountOff(list, subSourceId, context))
    // One event for all customers of an account: which of them changed is asked.
    void cache.invalidateQueries({ queryKey: customerKeys.all })
  } else if (event.type === 'ent_points_used_up' || event.type === 'ent_points_back') {
    // Whom the AI receives is another now.
    void cache.invalidateQueries({ queryKey: customerKeys.all })
  } else if (event.type === 'ai_agent_change') {
    // Whether an AI could receive, and its name, are part of the open one.
    refreshersOf(cache).details()
  } else if ('customer' in event) onOneCustomer(cache, event)
}

function onOneCustomer(cache: QueryClient, event: CustomerEvent) {
  const { customerId, customer } = event
  changeLists(cache, (list, context) => withCustomer(list, customer, context))
  changeDetail(cache, customerId, (old) => withNewerCustomer(old, customer))
  refreshersOf(cache).counts()
  if (!changesDetail(event)) return
  const detail = cache.getQueryCache().find({ queryKey: customerKeys.detail(customerId) })
  if (detail?.isActive()) refreshersOf(cache).details()
  // Asked for when it is opened next.
  else detail?.invalidate()
}

/** Profile, quota and numbers of leads and sessions are not in the row; whose customer it is says also who may see them. */
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
