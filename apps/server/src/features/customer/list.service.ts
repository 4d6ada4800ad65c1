import type { CustomerFilter, CustomerId, CustomerItem, CustomerListBody } from '@ruwu/contract'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../auth/index.ts'
import { countFitting } from './count.repo.ts'
import { readItems } from './item.ts'
import { type Mark, readMark, writeMark } from './list.cursor.ts'
import { listPlaces, listSticky, partsOf, type Place } from './list.repo.ts'
import { readSight, type Sight } from './list.sight.ts'

export type CustomerPage = { items: CustomerItem[]; nextCursor: string | null; total: number }

/** One agent's lists of customers. */
export class ListService {
  private readonly db: Database

  constructor(deps: { db: Database }) {
    this.db = deps.db
  }

  async list(caller: Caller, { sort, customerIds, cursor, limit, ...filter }: CustomerListBody): Promise<CustomerPage> {
    const mark = readMark(cursor)
    const sight = await readSight(this.db.sql, caller)
    if (customerIds) return this.among(caller, sight, filter, sort, customerIds)
    const [places, total] = await Promise.all([
      this.places(sight, filter, sort, { mark, limit: limit + 1 }),
      mark ? mark.total : countFitting(this.db.sql, sight, filter),
    ])
    const page = places.slice(0, limit)
    const last = page.at(-1)
    return {
      items: await this.items(caller, page),
      nextCursor: places.length > limit && last ? writeMark({ ...last, total }) : null,
      total,
    }
  }

  /** Those of these who fit. */
  private async among(
    caller: Caller,
    sight: Sight,
    filter: CustomerFilter,
    sort: CustomerListBody['sort'],
    ids: readonly CustomerId[],
  ): Promise<CustomerPage> {
    const places = await this.places(sight, filter, sort, { among: ids, limit: ids.length })
    return { items: await this.items(caller, places), nextCursor: null, total: places.length }
  }

  /** Part after part, beginning behind the mark, until there are enough. */
  private async places(
    sight: Sight,
    filter: CustomerFilter,
    sort: CustomerListBody['sort'],
    { mark, limit, among }: { mark?: Mark | undefined; limit: number; among?: readonly CustomerId[] },
  ): Promise<Omit<Mark, 'total'>[]> {
    const sticky = await listSticky(this.db.sql, sight)
    const found: Omit<Mark, 'total'>[] = []
    for (const [index, part] of partsOf(sort, sight).entries()) {
      if (found.length >= limit || index < (mark?.part ?? 0)) continue
      const after: Place | undefined = mark?.part === index ? mark.place : undefined
      const more = limit - found.length
      const places = await listPlaces(this.db.sql, sight, { filter, part, sticky, among, after, limit: more })
      found.push(...places.map((place) => ({ part: index, place })))
    }
    return found
  }

  private items(caller: Caller, places: readonly { place: Place }[]): Promise<CustomerItem[]> {
    return readItems(
      this.db.sql,
      caller,
      places.map(({ place }) => place.id),
    )
  }
}
