import { type CustomerCounts, type CustomerFilter, SCOPE } from '@ruwu/contract'
import type { Database } from '../db/database.ts'
import type { Caller } from '../platform/http/caller.ts'
import { type FilterCounts, countRows } from './filter-counts.ts'
import { countMyUnread, countOptions } from './count.repo.ts'
import { countByBitmap } from './bitmap-counts.repo.ts'
import { accountsOf, type ListScope, readListScope, withFilter } from './list-scope.repo.ts'

/** Wire value of the count of a group that the agent may not see. */
const ABSENT = -1

/** Counts of all filter options: each as if that option were chosen now (待回复, 未读, …). */
export class CountService {
  private readonly db: Database

  constructor(deps: { db: Database }) {
    this.db = deps.db
  }

  async count(caller: Caller, filter: CustomerFilter): Promise<CustomerCounts> {
    const listScope = await readListScope(this.db.sql, caller, filter)
    const [{ options, byAccount, inScope, otherArchive }, myUnread] = await Promise.all([
      this.countFilters(listScope),
      countMyUnread(this.db.sql, listScope),
    ])
    const inAccounts = (picked: Partial<CustomerFilter>) =>
      (accountsOf(withFilter(listScope, picked)) ?? []).reduce((sum, id) => sum + (byAccount.get(id) ?? 0), 0)
    const bySub = listScope.accounts.map(({ id }) => [id, inAccounts({ subSourceId: id })] as const)
    return {
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
      myUnread,
    }
  }

  private async countFilters(listScope: ListScope): Promise<FilterCounts> {
    const { named } = listScope
    if (!named) return countByBitmap(this.db.sql, listScope)
    return countRows(await countOptions(this.db.sql, listScope, named), listScope)
  }
}
