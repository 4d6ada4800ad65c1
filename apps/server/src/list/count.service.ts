import { type CustomerCounts, type CustomerFilter, SCOPE } from '@ruwu/contract'
import type { Database } from '../db/database.ts'
import type { Caller } from '../features/auth/index.ts'
import { type Behind, behindRows } from './filter-counts.ts'
import { countMyUnread, countOptions } from './count.repo.ts'
import { countSets } from './bitmap-counts.repo.ts'
import { accountsOf, type Inquiry, readInquiry, withPicked } from './list-scope.repo.ts'

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
    const [{ options, byAccount, inScope, otherArchive }, myUnread] = await Promise.all([
      this.behind(inquiry),
      countMyUnread(this.db.sql, inquiry),
    ])
    const inAccounts = (picked: Partial<CustomerFilter>) =>
      (accountsOf(withPicked(inquiry, picked)) ?? []).reduce((sum, id) => sum + (byAccount.get(id) ?? 0), 0)
    const bySub = inquiry.accounts.map(({ id }) => [id, inAccounts({ subSourceId: id })] as const)
    return {
      myCount: inScope[SCOPE.mine],
      colleagueCount: inquiry.colleagues ? inScope[SCOPE.colleagues] : ABSENT,
      unassignedCount: inScope[SCOPE.unassigned],
      sourceCount: { redbook: inAccounts({ source: 'redbook' }), douyin: inAccounts({ source: 'douyin' }) },
      subSourceCount: Object.fromEntries(bySub.filter(([, count]) => count > 0)),
      enableAiCount: { true: options.ai, false: options.notAi },
      archiveCount: filter.archive
        ? { true: options.fitting, false: otherArchive }
        : { true: otherArchive, false: options.fitting },
      waitingCount: options.waiting,
      unreadCount: options.unread,
      leadCount: options.lead,
      failedCount: options.failed,
      myUnread,
    }
  }

  private async behind(inquiry: Inquiry): Promise<Behind> {
    const { named } = inquiry
    if (!named) return countSets(this.db.sql, inquiry)
    return behindRows(await countOptions(this.db.sql, inquiry, named), inquiry)
  }
}
