import { type CustomerCounts, type CustomerFilter, type RelationId, SCOPE, type Source } from '@ruwu/contract'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../auth/index.ts'
import {
  countByAccount,
  countChips,
  countGroups,
  countMyUnread,
  type GroupRow,
  type Measure,
  measureOf,
  readTally,
  sumTally,
} from './count.repo.ts'
import { accountsOf, readSight, type Sight } from './list.sight.ts'

/** Stands for the number of a group that does not exist for the agent. */
const ABSENT = -1

type Counts = Omit<CustomerCounts, 'myUnread'>

/** How many customers there are behind every option of the filter: each number as if that option were picked now. */
export class CountService {
  private readonly db: Database

  constructor(deps: { db: Database }) {
    this.db = deps.db
  }

  async count(caller: Caller, filter: CustomerFilter): Promise<CustomerCounts> {
    const sight = await readSight(this.db.sql, caller)
    const measure = measureOf(filter)
    const [counts, myUnread] = await Promise.all([
      measure ? this.fromTally(sight, filter, measure) : this.fromRows(sight, filter),
      countMyUnread(this.db.sql, sight),
    ])
    return { ...counts, ...(sight.colleagues ? {} : { colleagueCount: ABSENT }), myUnread }
  }

  private async fromTally(sight: Sight, filter: CustomerFilter, measure: Measure): Promise<Counts> {
    const [rows, chips] = await Promise.all([
      readTally(this.db.sql, sight, filter),
      countChips(this.db.sql, sight, filter),
    ])
    const sum = (picked: Partial<CustomerFilter>) => sumTally(rows, { ...filter, ...picked }, sight, measure)
    return {
      myCount: sum({ scope: SCOPE.mine }),
      colleagueCount: sum({ scope: SCOPE.colleagues }),
      unassignedCount: sum({ scope: SCOPE.unassigned }),
      ...accountCounts(sight, sum),
      enableAiCount: { true: sum({ enableAi: true }), false: sum({ enableAi: false }) },
      archiveCount: { true: sum({ archive: true }), false: sum({ archive: false }) },
      waitingCount: chips.waiting,
      unreadCount: chips.unread,
      leadCount: chips.lead,
      failedCount: chips.failed,
    }
  }

  private async fromRows(sight: Sight, filter: CustomerFilter): Promise<Counts> {
    const [rows, byAccount] = await Promise.all([
      countGroups(this.db.sql, sight, filter),
      countByAccount(this.db.sql, sight, filter),
    ])
    const sum = (picked: Partial<CustomerFilter>) =>
      rows.reduce((total, row) => total + (groupFits(row, { ...filter, ...picked }) ? row.count : 0), 0)
    return {
      myCount: sum({ scope: SCOPE.mine }),
      colleagueCount: sum({ scope: SCOPE.colleagues }),
      unassignedCount: sum({ scope: SCOPE.unassigned }),
      ...accountCounts(sight, (picked) => {
        const accounts = accountsOf({ ...filter, ...picked }, sight) ?? []
        return accounts.reduce((total, id) => total + (byAccount.get(id) ?? 0), 0)
      }),
      enableAiCount: { true: sum({ enableAi: true }), false: sum({ enableAi: false }) },
      archiveCount: { true: sum({ archive: true }), false: sum({ archive: false }) },
      waitingCount: sum({ replyState: 1 }),
      unreadCount: sum({ unread: true }),
      leadCount: sum({ hasLead: true }),
      failedCount: sum({ sendResult: 2 }),
    }
  }
}

const isWanted = <T>(wanted: T | undefined, value: T | null) => wanted === undefined || wanted === value

function groupFits(row: GroupRow, filter: CustomerFilter): boolean {
  return (
    row.scope === filter.scope &&
    row.archive === filter.archive &&
    isWanted(filter.enableAi, row.ai) &&
    (filter.replyState === undefined || row.waiting) &&
    isWanted(filter.hasLead, row.lead) &&
    isWanted<number>(filter.sendResult, row.result) &&
    isWanted(filter.unread, row.unread)
  )
}

type PickedAccount = { source?: Source; subSourceId?: RelationId }

/** A main account's number takes in its sub-accounts; one without customers is left out. */
function accountCounts(
  { accounts }: Sight,
  sum: (picked: PickedAccount) => number,
): Pick<Counts, 'sourceCount' | 'subSourceCount'> {
  const bySub = accounts.map(({ id }) => [id, sum({ subSourceId: id })] as const)
  return {
    sourceCount: { redbook: sum({ source: 'redbook' }), douyin: sum({ source: 'douyin' }) },
    subSourceCount: Object.fromEntries(bySub.filter(([, count]) => count > 0)),
  }
}
