import type { CustomerItem, CustomerListBody } from '@ruwu/contract'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../auth/index.ts'
import { countFitting } from './count.repo.ts'
import { readItems } from './item.ts'
import { readMark, writeMark } from './list.cursor.ts'
import { type Inquiry, readInquiry } from './list.inquiry.ts'
import { partsOf } from './list.parts.ts'
import { isGathered, listPlaces, type PlaceQuery } from './list.repo.ts'

export type CustomerPage = { items: CustomerItem[]; nextCursor: string | null; total: number }

/** One agent's lists of customers. */
export class ListService {
  private readonly db: Database

  constructor(deps: { db: Database }) {
    this.db = deps.db
  }

  async list(caller: Caller, body: CustomerListBody): Promise<CustomerPage> {
    const { sort, customerIds: among, cursor, limit, ...filter } = body
    const mark = readMark(cursor)
    const inquiry = await readInquiry(this.db.sql, caller, filter)
    const query = { parts: partsOf(sort, inquiry), among, mark, limit: among ? among.length : limit + 1 }
    // How many there are may take longest, so it is counted while the page is read.
    const [{ found, total: gathered, items }, counted] = await Promise.all([
      this.page(caller, inquiry, query, among ? among.length : limit),
      mark?.total ?? (isGathered(inquiry, among) ? undefined : countFitting(this.db.sql, inquiry)),
    ])
    const total = counted ?? gathered ?? 0
    const last = found[items.length - 1]
    return { items, nextCursor: found.length > limit && last ? writeMark({ ...last, total }) : null, total }
  }

  private async page(caller: Caller, inquiry: Inquiry, query: PlaceQuery, limit: number) {
    const places = await listPlaces(this.db.sql, inquiry, query)
    const ids = places.found.slice(0, limit).map(({ place }) => place.id)
    return { ...places, items: await readItems(this.db.sql, caller, ids) }
  }
}
