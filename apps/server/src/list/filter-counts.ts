import { type RelationId, type Scope, SCOPE } from '@ruwu/contract'
import type { OptionCounts } from './count.repo.ts'
import { accountsOf, type ListScope, withFilter } from './list-scope.repo.ts'

type Option = Exclude<keyof OptionCounts, 'scope' | 'archive' | 'relationId'>

/** Customers behind each option of a filter. */
export type FilterCounts = {
  /** Within the chosen group, archive and accounts. */
  options: Record<Option, number>
  /** By account, whatever account is chosen. */
  byAccount: Map<RelationId, number>
  /** With another group, or the other archive, chosen. */
  inScope: Record<Scope, number>
  otherArchive: number
}

const GROUPS = [SCOPE.mine, SCOPE.colleagues, SCOPE.unassigned] as const

const OPTIONS: readonly Option[] = [
  'fitting',
  'ai',
  'notAi',
  'waiting',
  'handoff',
  'unread',
  'lead',
  'failed',
  'postponed',
]

/** From counted rows. */
export function countRows(rows: readonly OptionCounts[], listScope: ListScope): FilterCounts {
  const { scope, archive } = listScope.filter
  const isSeen = ({ scope: group, relationId }: OptionCounts) =>
    group === SCOPE.mine || (listScope.accountScope?.includes(relationId) ?? true)
  const here = rows.filter(
    (row) => (scope === SCOPE.all ? isSeen(row) : row.scope === scope) && row.archive === archive,
  )
  const inScope = (asked: Scope) => sum(rows, withFilter(listScope, { scope: asked }), 'fitting')
  return {
    options: Object.fromEntries(
      OPTIONS.map((option) => [option, sum(rows, listScope, option)]),
    ) as FilterCounts['options'],
    byAccount: addUp(here.map((row) => [row.relationId, row.fitting] as const)),
    inScope: withAll({ 1: inScope(SCOPE.mine), 2: inScope(SCOPE.colleagues), 3: inScope(SCOPE.unassigned) }),
    otherArchive: sum(rows, withFilter(listScope, { archive: !archive }), 'fitting'),
  }
}

/** The groups have no customer in common. */
export const withAll = (groups: Record<1 | 2 | 3, number>): FilterCounts['inScope'] => ({
  ...groups,
  [SCOPE.all]: groups[1] + groups[2] + groups[3],
})

function sum(rows: readonly OptionCounts[], asked: ListScope, option: Option): number {
  if (asked.filter.scope === SCOPE.all)
    return GROUPS.reduce((total, scope) => total + sum(rows, withFilter(asked, { scope }), option), 0)
  const accounts = accountsOf(asked)
  return rows
    .filter((row) => row.scope === asked.filter.scope && row.archive === asked.filter.archive)
    .filter(({ relationId }) => accounts === null || accounts.includes(relationId))
    .reduce((total, row) => total + row[option], 0)
}

/** Sum of two disjoint sets of customers. */
export const plus = (a: FilterCounts, b: FilterCounts): FilterCounts => ({
  options: Object.fromEntries(
    OPTIONS.map((each) => [each, a.options[each] + b.options[each]]),
  ) as FilterCounts['options'],
  byAccount: addUp([...a.byAccount, ...b.byAccount]),
  inScope: withAll({ 1: a.inScope[1] + b.inScope[1], 2: a.inScope[2] + b.inScope[2], 3: a.inScope[3] + b.inScope[3] }),
  otherArchive: a.otherArchive + b.otherArchive,
})

function addUp(counts: readonly (readonly [RelationId, number])[]): Map<RelationId, number> {
  const sums = new Map<RelationId, number>()
  for (const [id, count] of counts) sums.set(id, (sums.get(id) ?? 0) + count)
  return sums
}
