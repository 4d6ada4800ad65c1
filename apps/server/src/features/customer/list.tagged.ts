import type { CustomerFilter, CustomerId, EntId, TagId } from '@ruwu/contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { customerTag } from '../../db/schema/index.ts'

/** So many are sooner named one by one than found among all. */
const FEW = 2_000

/** Whoever can fit a filter by tags, if they are few; undefined where looking at everybody is less. */
export async function findTagged(
  db: Queryable,
  entId: EntId,
  tagIds: readonly TagId[],
  mode: CustomerFilter['tagMode'],
): Promise<CustomerId[] | undefined> {
  const holders = await Promise.all(
    (mode === 'all' ? tagIds.map((id) => [id]) : [tagIds]).map((ids) => list(db, entId, ids)),
  )
  const fewest = holders.toSorted((one, other) => one.length - other.length)[0]
  return fewest && fewest.length <= FEW ? [...new Set(fewest)] : undefined
}

async function list(db: Queryable, entId: EntId, tagIds: readonly TagId[]): Promise<CustomerId[]> {
  const rows = await db
    .select({ id: customerTag.customerId })
    .from(customerTag)
    .where(and(eq(customerTag.entId, entId), inArray(customerTag.tagId, [...tagIds])))
    .limit(FEW + 1)
  return rows.map((row) => row.id)
}
