import type { AgentId, CustomerFilter, CustomerId } from '@ruwu/contract'
import type { CustomerList, ListView } from '@ruwu/domain'

/** A list's identity: agent, filter and sort order. */
export type AgentView = ListView & { agentId: AgentId }

/** The loaded pages and the cursor of the next one. */
export type ListData = { list: CustomerList; nextCursor: string | null }

export type Viewers = { agentIds: AgentId[]; composingIds: AgentId[] }

export const customerKeys = {
  all: ['customer'] as const,
  lists: ['customer', 'list'] as const,
  list: (view: AgentView) => ['customer', 'list', view] as const,
  counts: ['customer', 'count'] as const,
  count: (filter: CustomerFilter) => ['customer', 'count', filter] as const,
  viewCount: (filters: readonly CustomerFilter[]) => ['customer', 'view-count', filters] as const,
  listedFields: ['customer', 'listed-fields'] as const,
  listedFieldsOf: (id: CustomerId) => ['customer', 'listed-fields', id] as const,
  details: ['customer', 'detail'] as const,
  detail: (id: CustomerId) => ['customer', 'detail', id] as const,
  /** True once the customer was erased while this console was open. */
  erased: (id: CustomerId) => ['customer', 'erased', id] as const,
  viewers: (id: CustomerId) => ['customer', 'viewers', id] as const,
  mentionable: (id: CustomerId) => ['customer', 'mentionable', id] as const,
  groups: (ids: readonly CustomerId[]) => ['customer', 'groups', ids] as const,
  targets: (id: CustomerId | undefined) => ['customer', 'targets', id] as const,
}
