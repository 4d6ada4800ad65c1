import { customerApi, type CustomerFilter, type CustomerId, ERRORS } from '@ruwu/contract'
import { DEFAULT_CUSTOMER_FILTER } from '@ruwu/domain'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { ResultError } from '../../../api/errors.ts'
import { customerKeys, type Viewers } from './customer-keys.ts'

const countOptions = (filter: CustomerFilter) =>
  queryOptions({
    queryKey: customerKeys.count(filter),
    queryFn: () => call(customerApi.count, { query: { filter: JSON.stringify(filter) } }),
  })

/** How many there would be under each choice; the old numbers stay while new ones come. */
export const useCustomerCounts = (filter: CustomerFilter) =>
  useQuery({ ...countOptions(filter), placeholderData: keepPreviousData }).data

/** Unread messages of one's own customers, whatever is filtered; 0 while unknown. */
export const useMyUnread = () =>
  useQuery({ ...countOptions(DEFAULT_CUSTOMER_FILTER), select: (it) => it.myUnread }).data ?? 0

/** Everything about one customer. `isOutOfSight`: there is none, or they may no longer be seen; what is known of them is of before. */
export function useCustomer(customerId: CustomerId) {
  // Only these: that they are asked for again, as with every message, is nothing to be drawn.
  const { data, error, refetch } = useQuery({
    queryKey: customerKeys.detail(customerId),
    queryFn: () => call(customerApi.detail, { query: { customerId } }),
  })
  return { data, error, refetch, isOutOfSight: error instanceof ResultError && error.code === ERRORS.notFound.code }
}

const NOBODY: Viewers = { agentIds: [], composingIds: [] }

/** Who looks at a customer now; only events tell. */
export const useViewers = (customerId: CustomerId): Viewers =>
  useQuery<Viewers>({ queryKey: customerKeys.viewers(customerId), queryFn: () => NOBODY, enabled: false }).data ??
  NOBODY

/** Whom a customer, or several, can be passed on to. Asked anew each time: they come and go. */
export const useTransferTargets = (customerId: CustomerId | undefined) =>
  useQuery({
    queryKey: customerKeys.targets(customerId),
    queryFn: () => call(customerApi.listTargets, { body: customerId ? { customerId } : {} }),
    staleTime: 0,
    gcTime: 0,
  })
