import type { CustomerSort } from '@ruwu/contract'
import type { ListScope } from './list-scope.repo.ts'

/** Customers of one part of a list. */
export type Group = 'everybody' | 'waiting' | 'answered' | 'unread' | 'read'

/** Those back from 稍后处理, the pinned ones, and the others. */
const PLACES = ['returned', 'sticky', 'other'] as const

/** A part of a list with one sort order; parts are concatenated. */
export type Part = { place: (typeof PLACES)[number]; group: Group }

/** Each place; within it the group the sort is about before the rest. A filter that leaves one group has no rest. */
export function partsOf(sort: CustomerSort, { filter }: ListScope): Part[] {
  const groups: Record<CustomerSort, Group[]> = {
    latest: ['everybody'],
    longestWait: filter.replyState ? ['waiting'] : ['waiting', 'answered'],
    unreadFirst: filter.unread === undefined ? ['unread', 'read'] : ['everybody'],
  }
  return PLACES.flatMap((place) => groups[sort].map((group) => ({ place, group })))
}
