import type {
  CustomerFilter,
  CustomerId,
  CustomerItem,
  CustomerListBody,
  CustomerSort,
  ListedFields,
} from '@ruwu/contract'
import type { SQL } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import type { Caller } from '../platform/http/caller.ts'
import { readItems } from '../customer/customer-item.repo.ts'
import { readListedFields } from './listed-fields.repo.ts'
import { readMark, writeMark } from './list-cursor.ts'
import { needsRows, readListScope } from './list-scope.repo.ts'
import { isBroad, estimateMatches } from './match-estimate.repo.ts'
import { partsOf } from './list-parts.ts'
import { listPlaces } from './list.repo.ts'

type ListView = CustomerFilter & { sort: CustomerSort }
type CustomerPage = { items: CustomerItem[]; nextCursor: string | null; total: number }

/** One agent's lists of customers. */
export class ListService {
  private readonly db: Database
  private readonly clock: Clock

  constructor(deps: { db: Database; clock: Clock }) {
    this.db = deps.db
    this.clock = deps.clock
  }

  /** Ids of the first `most` matches in the order of the list, all as of one moment. */
  async ids(caller: Caller, { sort, ...filter }: ListView, most: number): Promise<CustomerId[]> {
    const listScope = await readListScope(this.db.sql, caller, filter, this.clock.now())
    const query = { parts: partsOf(sort, listScope), among: undefined, few: undefined, mark: undefined, limit: most }
    return (await listPlaces(this.db.sql, listScope, query)).found.map(({ place }) => place.id)
  }

  listedFields(caller: Caller, ids: readonly CustomerId[]): Promise<ListedFields[]> {
    return readListedFields(this.db.sql, caller, ids)
  }

  async list(caller: Caller, body: CustomerListBody): Promise<CustomerPage> {
    const { sort, customerIds: among, cursor, limit, ...filter } = body
    const mark = readMark(cursor)
    const listScope = await readListScope(this.db.sql, caller, filter, this.clock.now())
    const most = among ? among.length : limit
    const query = { parts: partsOf(sort, listScope), among, mark, limit: among ? most : limit + 1 }
    const fit = () => (among || needsRows(listScope) ? undefined : estimateMatches(this.db.sql, listScope, limit))
    const page = async (few: SQL | undefined) => {
      const places = await listPlaces(this.db.sql, listScope, { ...query, few })
      const ids = places.found.slice(0, most).map(({ place }) => place.id)
      return { ...places, items: await readItems(this.db.sql, caller, ids) }
    }
    const inTurn = async () => {
      const fitting = await fit()
      return [fitting, await page(fitting?.few)] as const
    }
    // A broad filter: the ordered scan and the count run concurrently.
    const [fitting, { found, items, total: picked }] = isBroad(filter)
      ? await Promise.all([fit(), page(undefined)])
      : await inTurn()
    const total = mark?.total ?? fitting?.total ?? picked ?? 0
    const last = found[items.length - 1]
    return { items, nextCursor: found.length > limit && last ? writeMark({ ...last, total }) : null, total }
  }
}
