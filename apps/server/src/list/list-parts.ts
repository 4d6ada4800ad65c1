import type { CustomerSort } from '@ruwu/contract'
import type { Inquiry } from './list-scope.repo.ts'

/** Whom a piece of a list is about. */
export type Group = 'everybody' | 'waiting' | 'answered' | 'unread' | 'read'

/** A piece of a list that is read in one order; the parts follow each other. */
export type Part = { isSticky: boolean; group: Group }

/**
 * What the agent pinned comes first in every list, then, by the sort, those it is about before the others; where the filter leaves only
 * one kind there are no others.
 */
export function partsOf(sort: CustomerSort, { filter }: Inquiry): Part[] {
  const groups: Record<CustomerSort, Group[]> = {
    latest: ['everybody'],
    longestWait: filter.replyState ? ['waiting'] : ['waiting', 'answered'],
    unreadFirst: filter.unread === undefined ? ['unread', 'read'] : ['everybody'],
  }
  return [true, false].flatMap((isSticky) => groups[sort].map((group) => ({ isSticky, group })))
}
