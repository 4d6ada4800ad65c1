import type { AgentId, CustomerItem, CustomerSort } from '@ruwu/contract'
import { isReturned } from '../postpone.ts'

type Compare = (a: CustomerItem, b: CustomerItem) => number

// Ids and fixed-width instants compare as strings.
const ascending = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const first = (a: boolean, b: boolean) => Number(b) - Number(a)

const latest: Compare = (a, b) => ascending(b.lastMessageAt, a.lastMessageAt) || ascending(b.customerId, a.customerId)

const bySort: Record<CustomerSort, Compare> = {
  latest,
  longestWait: (a, b) => compareWaiting(a.waitingSince, b.waitingSince) || latest(a, b),
  unreadFirst: (a, b) => first(a.unread > 0, b.unread > 0) || latest(a, b),
}

/** Comparator of an agent's list: in every sort those back from 稍后处理 come first, then the pinned ones. */
export const compareItems =
  (sort: CustomerSort, me: AgentId): Compare =>
  (a, b) =>
    first(isReturned(a, me), isReturned(b, me)) || first(a.sticky, b.sticky) || bySort[sort](a, b)

/** Longest wait first, not waiting last. */
function compareWaiting(a: string | null, b: string | null): number {
  if (a === null || b === null) return first(a !== null, b !== null)
  return ascending(a, b)
}
