import type { EntId, PointItem, PointType, RelationId } from '@ruwu/contract'
import { and, count, desc, eq, getTableColumns, gte, lt, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { channelAccount, pointLedger } from '../../db/schema/index.ts'

export type BillFilter = {
  type?: PointType | undefined
  item?: PointItem | undefined
  subSourceId?: RelationId | undefined
  from?: string | undefined
  /** Exclusive end. */
  to?: string | undefined
}

const isLedgerAccount = and(eq(channelAccount.entId, pointLedger.entId), eq(channelAccount.id, pointLedger.relationId))

/** One page, newest first, with count and sum of all matching bills; a page beyond the end answers the last one. */
export async function pageBills(
  db: Queryable,
  entId: EntId,
  { type, item, subSourceId, from, to }: BillFilter,
  { page, pageSize }: { page: number; pageSize: number },
) {
  const where = and(
    eq(pointLedger.entId, entId),
    type && eq(pointLedger.type, type),
    item && eq(pointLedger.item, item),
    subSourceId && eq(pointLedger.relationId, subSourceId),
    from ? gte(pointLedger.at, new Date(from)) : undefined,
    to ? lt(pointLedger.at, new Date(to)) : undefined,
  )
  const [counted] = await db
    .select({ total: count(), sum: sql<number>`coalesce(sum(${pointLedger.delta}), 0)`.mapWith(Number) })
    .from(pointLedger)
    .where(where)
  const { total = 0, sum = 0 } = counted ?? {}
  const shown = Math.min(page, Math.max(1, Math.ceil(total / pageSize)))
  const rows = await db
    .select({ ...getTableColumns(pointLedger), accountName: channelAccount.name })
    .from(pointLedger)
    .leftJoin(channelAccount, isLedgerAccount)
    .where(where)
    .orderBy(desc(pointLedger.at), desc(pointLedger.no))
    .limit(pageSize)
    .offset((shown - 1) * pageSize)
  return { rows, total, sum, page: shown }
}
