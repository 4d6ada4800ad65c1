import { type RelationId, type Scope, SCOPE } from '@ruwu/contract'
import type { OptionCounts } from './count.repo.ts'
import { accountsOf, type Inquiry, withPicked } from './list-scope.repo.ts'

type Option = Exclude<keyof OptionCounts, 'scope' | 'archive' | 'relationId'>

/** How many customers are behind the options of a filter. */
export type Behind = {
  /** With the group, the archive and the accounts that are picked. */
  options: Record<Option, number>
  /** The same in any account. */
  byAccount: Map<RelationId, number>
  /** Had another group been picked, or the other archive. */
  inScope: Record<Scope, number>
  otherArchive: number
}

const OPTIONS: readonly Option[] = ['fitting', 'ai', 'notAi', 'waiting', 'unread', 'lead', 'failed']

/** From customers who were looked at one by one. */
export function behindRows(rows: readonly OptionCounts[], inquiry: Inquiry): Behind {
  const { scope, archive } = inquiry.filter
  const here = rows.filter((row) => row.scope === scope && row.archive === archive)
  const inScope = (of: Scope) => sum(rows, withPicked(inquiry, { scope: of }), 'fitting')
  return {
    options: Object.fromEntries(OPTIONS.map((option) => [option, sum(rows, inquiry, option)])) as Behind['options'],
    byAccount: addUp(here.map((row) => [row.relationId, row.fitting] as const)),
    inScope: { 1: inScope(SCOPE.mine), 2: inScope(SCOPE.colleagues), 3: inScope(SCOPE.unassigned) },
    otherArchive: sum(rows, withPicked(inquiry, { archive: !archive }), 'fitting'),
  }
}

function sum(rows: readonly OptionCounts[], of: Inquiry, option: Option): number {
  const accounts = accountsOf(of)
  return rows
    .filter((row) => row.scope === of.filter.scope && row.archive === of.filter.archive)
    .filter(({ relationId }) => accounts === null || accounts.includes(relationId))
    .reduce((total, row) => total + row[option], 0)
}

/** Two kinds of customers together. */
export const plus = (a: Behind, b: Behind): Behind => ({
  options: Object.fromEntries(OPTIONS.map((each) => [each, a.options[each] + b.options[each]])) as Behind['options'],
  byAccount: addUp([...a.byAccount, ...b.byAccount]),
  inScope: { 1: a.inScope[1] + b.inScope[1], 2: a.inScope[2] + b.inScope[2], 3: a.inScope[3] + b.inScope[3] },
  otherArchive: a.otherArchive + b.otherArchive,
})

function addUp(counts: readonly (readonly [RelationId, number])[]): Map<RelationId, number> {
  const sums = new Map<RelationId, number>()
  for (const [id, count] of counts) sums.set(id, (sums.get(id) ?? 0) + count)
  return sums
}
