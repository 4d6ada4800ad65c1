import type { CustomerChange, CustomerId } from '@ruwu/contract'
import { and, desc, eq, lt } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { customerChange } from '../db/schema/index.ts'
import type { Caller } from '../features/auth/index.ts'
import type { ChangeRow } from '../customer/additions.ts'
import { maskPanel } from '../customer/customer.view.ts'
import { type CursorPage, cutPage, ID_CURSOR, readCursor } from '../platform/http/cursor.ts'
import { getVisible } from '../customer/visibility.repo.ts'

/** What was written into a customer's panel, newest first. */
export class ChangeListService {
  private readonly db: Database

  constructor(deps: { db: Database }) {
    this.db = deps.db
  }

  async list(caller: Caller, page: CursorPage & { customerId: CustomerId }) {
    await getVisible(this.db.sql, caller, page.customerId)
    const below = readCursor(page.cursor, ID_CURSOR)
    const rows = await this.db.sql
      .select()
      .from(customerChange)
      .where(
        and(
          eq(customerChange.entId, caller.entId),
          eq(customerChange.customerId, page.customerId),
          below === undefined ? undefined : lt(customerChange.id, below),
        ),
      )
      .orderBy(desc(customerChange.id))
      .limit(page.limit + 1)
    const seesAll = caller.permissions.has('customer:viewSensitive')
    return cutPage(rows, page.limit, { mark: (row) => row.id, view: (row) => toChange(row, seesAll) })
  }
}

const toChange = (row: ChangeRow, seesAll: boolean): CustomerChange => {
  const shown = seesAll ? (value: string) => value : maskPanel(row.isSensitive)
  return {
    id: row.id,
    field: row.field,
    before: shown(row.before),
    after: shown(row.after),
    agentId: row.agentId,
    at: row.at.toISOString(),
  }
}
