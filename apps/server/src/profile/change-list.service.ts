import type { CustomerChange, CustomerId } from '@ruwu/contract'
import type { ContactMask } from '@ruwu/domain'
import type { Database } from '../db/database.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { ChangeRow } from '../customer/additions.ts'
import { maskFor, maskPanel } from '../customer/customer.view.ts'
import { type CursorPage, cutPage, ID_CURSOR, readCursor } from '../platform/http/cursor.ts'
import { getVisible } from '../customer/visibility.repo.ts'
import { listChanges } from './change-list.repo.ts'

/** Change log of a customer's panel, newest first. */
export class ChangeListService {
  private readonly db: Database

  constructor(deps: { db: Database }) {
    this.db = deps.db
  }

  async list(caller: Caller, page: CursorPage & { customerId: CustomerId }) {
    await getVisible(this.db.sql, caller, page.customerId)
    const below = readCursor(page.cursor, ID_CURSOR)
    const { customerId, limit } = page
    const rows = await listChanges(this.db.sql, { entId: caller.entId, customerId, limit: limit + 1 }, below)
    const mask = maskFor(caller)
    return cutPage(rows, limit, { mark: (row) => row.id, view: (row) => toChange(row, mask) })
  }
}

const toChange = (row: ChangeRow, mask: ContactMask | null): CustomerChange => {
  const shown = mask === null ? (value: string) => value : maskPanel(row.isSensitive, mask)
  return {
    id: row.id,
    field: row.field,
    before: shown(row.before),
    after: shown(row.after),
    agentId: row.agentId,
    at: row.at.toISOString(),
  }
}
