import type { CustomerId, CustomerItem, CustomerListBody, CustomerSort } from '@ruwu/contract'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../auth/index.ts'
import { countFitting } from './count.repo.ts'
import { readItems } from './item.ts'
import { type Mark, readMark, writeMark } from './list.cursor.ts'
import { type Inquiry, readInquiry } from './list.inquiry.ts'
import { listPlaces, listSticky, partsOf, type Place } from './list.repo.ts'

export type CustomerPage = { items: CustomerItem[]; nextCursor: string | null; total: number }

type Found = Omit<Mark, 'total'>
type Range = { mark: Mark | undefined; limit: number; among: readonly CustomerId[] | undefined }

/** One agent's lists of customers. */
export class ListService {
  private readonly db: Database

  constructor(deps: { db: Database }) {
    this.db = deps.db
  }

  async list(caller: Caller, body: CustomerListBody): Promise<CustomerPage> {
    const { sort, customerIds: among, cursor, limit, ...filter } = body
    const mark = readMark(cursor)
    const [inquiry, sticky] = await Promise.all([
      readInquiry(this.db.sql, caller, filter),
      listSticky(this.db.sql, caller),
    ])
    const range = { mark, limit: among ? among.length : limit + 1, among }
    const [found, counted] = await Promise.all([
      this.places(inquiry, sort, sticky, range),
      mark?.total ?? (among ? undefined : countFitting(this.db.sql, inquiry)),
    ])
    const page = among ? found : found.slice(0, limit)
    const total = counted ?? page.length
    const last = page.at(-1)
    return {
      items: await readItems(
        this.db.sql,
        caller,
        page.map(({ place }) => place.id),
      ),
      nextCursor: found.length > page.length && last ? writeMark({ ...last, total }) : null,
      total,
    }
  }

  /** Part after part, beginning behind the mark, until there are enough. */
  private async places(
    inquiry: Inquiry,
    sort: CustomerSort,
    sticky: readonly CustomerId[],
    { mark, limit, among }: Range,
  ): Promise<Found[]> {
    const found: Found[] = []
    for (const [index, part] of partsOf(sort, inquiry).entries()) {
      if (found.length >= limit || index < (mark?.part ?? 0)) continue
      const after: Place | undefined = mark?.part === index ? mark.place : undefined
      const more = limit - found.length
      const places = await listPlaces(this.db.sql, inquiry, { part, sticky, among, after, limit: more })
      found.push(...places.map((place) => ({ part: index, place })))
    }
    return found
  }
}
