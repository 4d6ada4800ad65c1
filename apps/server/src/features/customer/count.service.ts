import { type CustomerCounts, type CustomerFilter, SCOPE, type Scope } from '@ruwu/contract'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../auth/index.ts'
import { countEverywhere, countMyUnread, countOptions, countRows, type OptionCounts } from './count.repo.ts'
import { isTallied, measureOf, readTally, sumTally, tallyOptions } from './count.tally.ts'
import { accountsOf, type Inquiry, readInquiry, withPicked } from './list.inquiry.ts'

/** Stands for the number of a group that does not exist for the agent. */
const ABSENT = -1

/** How many customers there are behind every option of the filter: each number as if that option were picked now. */
export class CountService {
  private readonly db: Database

  constructor(deps: { db: Database }) {
    this.db = deps.db
  }

  async count(caller: Caller, filter: CustomerFilter): Promise<CustomerCounts> {
    const inquiry = await readInquiry(this.db.sql, caller, filter)
    const [{ options, otherScopes, otherArchive, unread }, myUnread] = await Promise.all([
      this.behind(inquiry),
      countMyUnread(this.db.sql, inquiry),
    ])
    const sum = (what: Counted, picked: Partial<CustomerFilter> = {}) =>
      sumOptions(options, withPicked(inquiry, picked), what)
    const fitting = sum('fitting')
    const inScope = (scope: Scope) => (scope === filter.scope ? fitting : (otherScopes.get(scope) ?? ABSENT))
    const bySub = inquiry.accounts.map(({ id }) => [id, sum('fitting', { subSourceId: id })] as const)
    return {
      myCount: inScope(SCOPE.mine),
      colleagueCount: inquiry.colleagues ? inScope(SCOPE.colleagues) : ABSENT,
      unassignedCount: inScope(SCOPE.unassigned),
      sourceCount: { redbook: sum('fitting', { source: 'redbook' }), douyin: sum('fitting', { source: 'douyin' }) },
      subSourceCount: Object.fromEntries(bySub.filter(([, count]) => count > 0)),
      enableAiCount: { true: sum('ai'), false: sum('notAi') },
      archiveCount: filter.archive ? { true: fitting, false: otherArchive } : { true: otherArchive, false: fitting },
      waitingCount: sum('waiting'),
      unreadCount: unread ?? sum('unread'),
      leadCount: sum('lead'),
      failedCount: sum('failed'),
      myUnread,
    }
  }

  private async behind(inquiry: Inquiry): Promise<Behind> {
    const { filter, named, tagged } = inquiry
    const few = [named, tagged].filter((ids) => ids !== undefined)
    const measure = measureOf(filter)
    if (few.length > 0) {
      const options = await countEverywhere(this.db.sql, inquiry, few)
      return { options, ...(await elsewhere(inquiry, (of) => sumOptions(options, of, 'fitting'))) }
    }
    if (!measure) {
      const [options, others] = await Promise.all([
        countOptions(this.db.sql, inquiry),
        elsewhere(inquiry, (of) => countRows(this.db.sql, of)),
      ])
      return { options, ...others }
    }
    const isKnown = isTallied(filter)
    const [tally, counted, unread] = await Promise.all([
      readTally(this.db.sql, inquiry),
      isKnown ? undefined : countOptions(this.db.sql, inquiry),
      isKnown ? countRows(this.db.sql, withPicked(inquiry, { unread: true })) : undefined,
    ])
    const others = await elsewhere(inquiry, (of) => sumTally(tally, of, measure))
    return { options: counted ?? tallyOptions(tally, inquiry), unread, ...others }
  }
}

/** `unread` where the options do not know it. */
type Behind = {
  options: OptionCounts[]
  otherScopes: Map<Scope, number>
  otherArchive: number
  unread?: number | undefined
}

type Counted = Exclude<keyof OptionCounts, 'scope' | 'archive' | 'relationId'>

function sumOptions(options: readonly OptionCounts[], inquiry: Inquiry, what: Counted): number {
  const { scope, archive } = inquiry.filter
  const accounts = accountsOf(inquiry)
  return options
    .filter((row) => row.scope === scope && row.archive === archive)
    .filter(({ relationId }) => accounts === null || accounts.includes(relationId))
    .reduce((total, row) => total + row[what], 0)
}

/** What lies outside of the group and the archive that are picked. */
async function elsewhere(inquiry: Inquiry, count: (of: Inquiry) => Promise<number> | number) {
  const { filter, colleagues } = inquiry
  const scopes = Object.values(SCOPE).filter(
    (scope) => scope !== filter.scope && (scope !== SCOPE.colleagues || colleagues),
  )
  const [otherArchive, ...counts] = await Promise.all([
    count(withPicked(inquiry, { archive: !filter.archive })),
    ...scopes.map((scope) => count(withPicked(inquiry, { scope }))),
  ])
  return { otherScopes: new Map(scopes.map((scope, index) => [scope, counts[index] ?? 0])), otherArchive }
}
