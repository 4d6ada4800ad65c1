import type { CustomerSort } from '@ruwu/contract'
import type { ListScope } from './list-scope.repo.ts'

/** Customers of one part of a list. */
export type Group = 'everybody' | 'waiting' | 'answered' | 'unread' | 'read'

/** A part of a list with one sort order; parts are concatenated. */
export type Part = { isSticky: boolean; group: Group }

/** Pinned customers first; then the group the sort is about before the rest. A filter that leaves one group has no rest. */
export function partsOf(sort: CustomerSort, { filter }: ListScope): Part[] {
  const groups: Record<CustomerSort, Group[]> = {
    latest: ['everybody'],
    longestWait: filter.replyState ? ['waiting'] : ['waiting', 'answered'],
    unreadFirst: filter.unread === undefined ? ['unread', 'read'] : ['everybody'],
  }
  return [true, false].flatMap((isSticky) => groups[sort].map((group) => ({ isSticky, group })))
}
