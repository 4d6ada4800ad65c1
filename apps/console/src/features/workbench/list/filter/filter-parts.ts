import { REPLY_STATE_WAITING, SCOPE, type CustomerCounts, type CustomerFilter, type Scope } from '@ruwu/contract'
import { DEFAULT_CUSTOMER_FILTER, DEFAULT_CUSTOMER_SORT, filterToQuery } from '@ruwu/domain'

/** Normalised filter without unset parts, so that equal choices are equal query keys. */
export function withParts(filter: CustomerFilter, parts: Partial<CustomerFilter>): CustomerFilter {
  const next = { ...filter, ...parts }
  const set = Object.entries(next).filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  )
  return { ...DEFAULT_CUSTOMER_FILTER, ...Object.fromEntries(set) }
}

/** Whether the list spans several owners, so that it can be narrowed to one. */
export const hasOwners = (scope: Scope): boolean => scope === SCOPE.colleagues || scope === SCOPE.all

/** Switches the scope. */
export const withScope = (filter: CustomerFilter, scope: Scope): CustomerFilter =>
  withParts(filter, { scope, agentId: hasOwners(scope) ? filter.agentId : undefined })

/** Resets everything but the scope. */
export const cleared = ({ scope }: CustomerFilter): CustomerFilter => ({ ...DEFAULT_CUSTOMER_FILTER, scope })

/** Whether anything but the scope is set. */
export const isNarrowed = (filter: CustomerFilter) => queryOf(withScope(filter, SCOPE.mine)).size > 0

export const QUICK_CHIPS = ['waiting', 'handoff', 'unread', 'postponed', 'hasLead', 'failed'] as const
export type QuickChip = (typeof QUICK_CHIPS)[number]

const quickParts = {
  waiting: { replyState: REPLY_STATE_WAITING },
  handoff: { handoff: true },
  unread: { unread: true },
  hasLead: { hasLead: true },
  failed: { sendResult: 2 },
  postponed: { postponed: true },
} satisfies Record<QuickChip, Partial<CustomerFilter>>

const NO_QUICK: Partial<CustomerFilter> = {
  replyState: undefined,
  handoff: undefined,
  unread: undefined,
  hasLead: undefined,
  sendResult: undefined,
  postponed: undefined,
}

export const isQuick = (filter: CustomerFilter, chip: QuickChip) =>
  queryOf(withParts(filter, quickParts[chip])).toString() === queryOf(filter).toString()

/** Chips are joined by AND. */
export function withQuick(filter: CustomerFilter, chip: QuickChip, isOn: boolean): CustomerFilter {
  const [key] = Object.keys(quickParts[chip])
  return withParts(filter, isOn ? quickParts[chip] : { [key as string]: undefined })
}

/** 全部: none of the chips. */
export const withoutQuick = (filter: CustomerFilter): CustomerFilter => withParts(filter, NO_QUICK)

export const quickCounts = (counts: CustomerCounts | undefined): Partial<Record<QuickChip, number>> =>
  counts
    ? {
        waiting: counts.waitingCount,
        handoff: counts.handoffCount,
        unread: counts.unreadCount,
        hasLead: counts.leadCount,
        failed: counts.failedCount,
        postponed: counts.postponedCount,
      }
    : {}

/** Whether something is set that only the filter panel shows: neither scope, chip nor keyword. */
export const hasHiddenParts = (filter: CustomerFilter) =>
  isNarrowed(withParts(withoutQuick(filter), { keyword: undefined }))

/** Chosen ids without a label, because they were deleted or are hidden from the agent. */
export const nameless = <Id extends string>(chosen: readonly Id[], known: readonly { id: string }[]): Id[] =>
  chosen.filter((id) => !known.some((it) => it.id === id))

/** The visible scopes; the server answers −1 for a scope the agent may not see. */
export const scopeCounts = (counts: CustomerCounts | undefined): [Scope, number | undefined][] => {
  const all: [Scope, number | undefined][] = [
    [SCOPE.mine, counts?.myCount],
    [SCOPE.colleagues, counts?.colleagueCount],
    [SCOPE.unassigned, counts?.unassignedCount],
    [SCOPE.all, counts?.allCount],
  ]
  return all.filter(([, count]) => count !== ABSENT)
}

/** Count of a scope that the agent may not see. */
export const ABSENT = -1

const queryOf = (filter: CustomerFilter) => filterToQuery({ filter, sort: DEFAULT_CUSTOMER_SORT })
