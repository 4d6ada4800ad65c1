import { customerApi, type CustomerFilter, type CustomerId, ERRORS } from '@ruwu/contract'
import { DEFAULT_CUSTOMER_FILTER } from '@ruwu/domain'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { ResultError } from '../../../api/errors.ts'
import { customerKeys, type Viewers } from './customer-keys.ts'

export const countOptions = (filter: CustomerFilter) =>
  queryOptions({
    queryKey: customerKeys.count(filter),
    queryFn: () => call(customerApi.count, { query: { filter: JSON.stringify(filter) } }),
  })

/** Counts per filter choice; old numbers stay while new ones load. */
export const useCustomerCounts = (filter: CustomerFilter) =>
  useQuery({ ...countOptions(filter), placeholderData: keepPreviousData }).data

/** Up to a dozen lists are counted, so not at every event, and only while the page is looked at. */
const VIEW_COUNT_MS = 15_000

/** How many customers each of these filters shows; old numbers stay while new ones load. */
export const useViewCounts = (filters: readonly CustomerFilter[]) =>
  useQuery({
    queryKey: customerKeys.viewCount(filters),
    queryFn: () => call(customerApi.countViews, { body: { filters: [...filters] } }),
    placeholderData: keepPreviousData,
    enabled: filters.length > 0,
    refetchInterval: VIEW_COUNT_MS,
  }).data

const NO_CHATS = { unread: 0, unassigned: 0 }

/** Unread messages of the agent's own customers, and the unassigned customers the agent sees, regardless of the filter; 0 while loading. */
export const useChatCounts = () =>
  useQuery({
    ...countOptions(DEFAULT_CUSTOMER_FILTER),
    select: ({ myUnread, unassignedCount }) => ({ unread: myUnread, unassigned: unassignedCount }),
  }).data ?? NO_CHATS

export const customerOptions = (customerId: CustomerId) =>
  queryOptions({
    queryKey: customerKeys.detail(customerId),
    queryFn: () => call(customerApi.detail, { query: { customerId } }),
  })

/** One customer in detail. `isOutOfSight`: erased, deleted or no longer visible; `data` is then the last known state. */
export function useCustomer(customerId: CustomerId) {
  // Only these fields are tracked: background refetches (one per message) must not re-render.
  const { data, error, refetch } = useQuery(customerOptions(customerId))
  const isErased = useIsErased(customerId)
  return { data, error, refetch, isErased, isOutOfSight: isErased || isNotFound(error) }
}

/** The open customer as long as it may be seen, for lists that keep its row. Asks for nothing itself. */
export function useVisibleId(customerId: CustomerId | undefined): CustomerId | undefined {
  const key = customerId ?? NO_CUSTOMER
  const { error } = useQuery({ ...customerOptions(key), enabled: false })
  const isErased = useIsErased(key)
  return isErased || isNotFound(error) ? undefined : customerId
}

const NO_CUSTOMER = '' as CustomerId
const isNotFound = (error: unknown) => error instanceof ResultError && error.code === ERRORS.notFound.code

/** Set by the event only. */
const useIsErased = (customerId: CustomerId): boolean =>
  useQuery<boolean>({ queryKey: customerKeys.erased(customerId), queryFn: () => false, enabled: false }).data ?? false

const NO_VIEWERS: Viewers = { agentIds: [], composingIds: [] }

/** Agents viewing the customer now; filled by events only. */
export const useViewers = (customerId: CustomerId): Viewers =>
  useQuery<Viewers>({ queryKey: customerKeys.viewers(customerId), queryFn: () => NO_VIEWERS, enabled: false }).data ??
  NO_VIEWERS

/** Agents who may see the customer. Never cached: its owner changes. */
export const useMentionable = (customerId: CustomerId, isWanted: boolean) =>
  useQuery({
    queryKey: customerKeys.mentionable(customerId),
    queryFn: () => call(customerApi.listMentionable, { body: { customerId } }),
    enabled: isWanted,
    staleTime: 0,
    gcTime: 0,
  })

/** Agents the customer can be transferred to. Never cached: availability changes. */
export const useTransferTargets = (customerId: CustomerId | undefined) =>
  useQuery({
    queryKey: customerKeys.targets(customerId),
    queryFn: () => call(customerApi.listTargets, { body: customerId ? { customerId } : {} }),
    staleTime: 0,
    gcTime: 0,
  })

/** Groups of agents the customers can be transferred to. Never cached. */
export const useTransferGroups = (customerIds: readonly CustomerId[]) =>
  useQuery({
    queryKey: customerKeys.groups(customerIds),
    queryFn: () => call(customerApi.listGroups, { body: { customerIds: [...customerIds] } }),
    staleTime: 0,
    gcTime: 0,
  })
