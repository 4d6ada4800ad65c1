import {
  type CustomerCounts,
  type CustomerFilter,
  type RelationId,
  SCOPE,
  type Scope,
  type Source,
} from '@ruwu/contract'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../auth/index.ts'
import { type AccountCounts, countMyUnread, countOptions, countRows } from './count.repo.ts'
import { measureOf, readTally, sumTally } from './count.tally.ts'
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
    const [here, elsewhere, myUnread] = await Promise.all([
      countOptions(this.db.sql, inquiry),
      this.elsewhere(inquiry),
      countMyUnread(this.db.sql, inquiry),
    ])
    const sum = (what: Exclude<keyof AccountCounts, 'relationId'>, picked: PickedAccount = {}) => {
      const accounts = accountsOf(withPicked(inquiry, picked))
      return here
        .filter(({ relationId }) => accounts === null || accounts.includes(relationId))
        .reduce((total, row) => total + row[what], 0)
    }
    const fitting = sum('fitting')
    const inScope = (scope: Scope) => (scope === filter.scope ? fitting : (elsewhere.scopes.get(scope) ?? ABSENT))
    const bySub = inquiry.accounts.map(({ id }) => [id, sum('fitting', { subSourceId: id })] as const)
    return {
      myCount: inScope(SCOPE.mine),
      colleagueCount: inquiry.colleagues ? inScope(SCOPE.colleagues) : ABSENT,
      unassignedCount: inScope(SCOPE.unassigned),
      sourceCount: { redbook: sum('fitting', { source: 'redbook' }), douyin: sum('fitting', { source: 'douyin' }) },
      subSourceCount: Object.fromEntries(bySub.filter(([, count]) => count > 0)),
      enableAiCount: { true: sum('ai'), false: sum('notAi') },
      archiveCount: filter.archive
        ? { true: fitting, false: elsewhere.otherArchive }
        : { true: elsewhere.otherArchive, false: fitting },
      waitingCount: sum('waiting'),
      unreadCount: sum('unread'),
      leadCount: sum('lead'),
      failedCount: sum('failed'),
      myUnread,
    }
  }

  /** What lies outside of the group and the archive that are picked. */
  private async elsewhere(inquiry: Inquiry): Promise<{ scopes: Map<Scope, number>; otherArchive: number }> {
    const { filter, colleagues } = inquiry
    const scopes = Object.values(SCOPE).filter(
      (scope) => scope !== filter.scope && (scope !== SCOPE.colleagues || colleagues),
    )
    const count = await this.counter(inquiry)
    const [otherArchive, ...counts] = await Promise.all([
      count(withPicked(inquiry, { archive: !filter.archive })),
      ...scopes.map((scope) => count(withPicked(inquiry, { scope }))),
    ])
    return { scopes: new Map(scopes.map((scope, index) => [scope, counts[index] ?? 0])), otherArchive }
  }

  private async counter(inquiry: Inquiry): Promise<(of: Inquiry) => Promise<number> | number> {
    const measure = measureOf(inquiry.filter)
    if (!measure) return (of) => countRows(this.db.sql, of)
    const rows = await readTally(this.db.sql, inquiry)
    return (of) => sumTally(rows, of, measure)
  }
}

type PickedAccount = { source?: Source; subSourceId?: RelationId }
