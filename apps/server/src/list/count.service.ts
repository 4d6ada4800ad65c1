import { type CustomerCounts, type CustomerFilter, SCOPE } from '@ruwu/contract'
import type { Database } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import type { Caller } from '../platform/http/caller.ts'
import { type FilterCounts, countRows } from './filter-counts.ts'
import { countMyUnread, countOptions } from './count.repo.ts'
import { countByBitmap } from './bitmap-counts.repo.ts'
import { accountsOf, type ListScope, needsRows, readListScope, withFilter } from './list-scope.repo.ts'
import { countPlaces } from './list.repo.ts'
import { estimateMatches } from './match-estimate.repo.ts'

/** Wire value of the count of a group that the agent may not see. */
const ABSENT = -1

/** Counts of all filter options: each as if that option were chosen now (待回复, 未读, …). */
export class CountService {
  private readonly db: Database
  private readonly clock: Clock

  constructor(deps: { db: Database; clock: Clock }) {
    this.db = deps.db
    this.clock = deps.clock
  }

  async count(caller: Caller, filter: CustomerFilter): Promise<CustomerCounts> {
    const listScope = await readListScope(this.db.sql, caller, filter, this.clock.now())
    const [{ options, byAccount, inScope, otherArchive }, myUnread] = await Promise.all([
      this.countFilters(listScope),
      countMyUnread(this.db.sql, listScope),
    ])
    const inAccounts = (picked: Partial<CustomerFilter>) =>
      (accountsOf(withFilter(listScope, picked)) ?? []).reduce((sum, id) => sum + (byAccount.get(id) ?? 0), 0)
    const bySub = listScope.accounts.map(({ id }) => [id, inAccounts({ subSourceId: id })] as const)
    return {
      allCount: inScope[SCOPE.all],
      myCount: inScope[SCOPE.mine],
      colleagueCount: listScope.colleagues ? inScope[SCOPE.colleagues] : ABSENT,
      unassignedCount: inScope[SCOPE.unassigned],
      sourceCount: { redbook: inAccounts({ source: 'redbook' }), douyin: inAccounts({ source: 'douyin' }) },
      subSourceCount: Object.fromEntries(bySub.filter(([, count]) => count > 0)),
      enableAiCount: { true: options.ai, false: options.notAi },
      archiveCount: filter.archive
        ? { true: options.fitting, false: otherArchive }
        : { true: otherArchive, false: options.fitting },
      waitingCount: options.waiting,
      handoffCount: options.handoff,
      unreadCount: options.unread,
      leadCount: options.lead,
      failedCount: options.failed,
      postponedCount: options.postponed,
      myUnread,
    }
  }

  /** How many customers each filter shows. */
  async countViews(caller: Caller, filters: readonly CustomerFilter[]): Promise<number[]> {
    const now = this.clock.now()
    const counts: number[] = []
    // One after another: a call takes one connection of the pool.
    for (const filter of filters) {
      const listScope = await readListScope(this.db.sql, caller, filter, now)
      if (needsRows(listScope)) counts.push(await countPlaces(this.db.sql, listScope))
      else counts.push((await estimateMatches(this.db.sql, listScope, 0)).total)
    }
    return counts
  }

  private async countFilters(listScope: ListScope): Promise<FilterCounts> {
    if (!needsRows(listScope)) return countByBitmap(this.db.sql, listScope)
    return countRows(await countOptions(this.db.sql, listScope), listScope)
  }
}
