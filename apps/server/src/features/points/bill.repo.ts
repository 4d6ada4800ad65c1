import type { EntId, PointBillFilter, RelationId } from '@ruwu/contract'
import { and, count, desc, eq, getTableColumns, gte, lt, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { agent, channelAccount, pointLedger } from '../../db/schema/index.ts'

const isLedgerAccount = and(eq(channelAccount.entId, pointLedger.entId), eq(channelAccount.id, pointLedger.relationId))
const isOperator = and(eq(agent.entId, pointLedger.entId), eq(agent.id, pointLedger.operatorId))

const matches = (entId: EntId, { type, item, subSourceId, from, to }: PointBillFilter) =>
  and(
    eq(pointLedger.entId, entId),
    type && eq(pointLedger.type, type),
    item && eq(pointLedger.item, item),
    subSourceId && eq(pointLedger.relationId, subSourceId),
    from ? gte(pointLedger.at, new Date(from)) : undefined,
    to ? lt(pointLedger.at, new Date(to)) : undefined,
  )

/** Newest first. */
const selectBills = (db: Queryable) =>
  db
    .select({ ...getTableColumns(pointLedger), accountName: channelAccount.name, operatorName: agent.name })
    .from(pointLedger)
    .leftJoin(channelAccount, isLedgerAccount)
    .leftJoin(agent, isOperator)
    .orderBy(desc(pointLedger.at), desc(pointLedger.no))
    .$dynamic()

export type BillRow = Awaited<ReturnType<typeof listBills>>[number]

/** One page with count and sum of all matching bills; a page beyond the end answers the last one. */
export async function pageBills(
  db: Queryable,
  entId: EntId,
  filter: PointBillFilter,
  { page, pageSize }: { page: number; pageSize: number },
) {
  const where = matches(entId, filter)
  const [counted] = await db
    .select({ total: count(), sum: sql<number>`coalesce(sum(${pointLedger.delta}), 0)`.mapWith(Number) })
    .from(pointLedger)
    .where(where)
  const { total = 0, sum = 0 } = counted ?? {}
  const shown = Math.min(page, Math.max(1, Math.ceil(total / pageSize)))
  const rows = await selectBills(db)
    .where(where)
    .limit(pageSize)
    .offset((shown - 1) * pageSize)
  return { rows, total, sum, page: shown }
}

type Place = { at: Date; no: number }

/** The bills after `last` in the same order. */
export const listBills = (
  db: Queryable,
  entId: EntId,
  filter: PointBillFilter,
  { last, limit }: { last: Place | undefined; limit: number },
) =>
  selectBills(db)
    .where(
      and(
        matches(entId, filter),
        last && sql`(${pointLedger.at}, ${pointLedger.no}) < (${last.at.toISOString()}::timestamptz, ${last.no})`,
      ),
    )
    .limit(limit)

/** At most `most`. */
export async function countBills(db: Queryable, entId: EntId, filter: PointBillFilter, most: number): Promise<number> {
  const some = db.select({ id: pointLedger.id }).from(pointLedger).where(matches(entId, filter)).limit(most).as('some')
  const [row] = await db.select({ bills: count() }).from(some)
  return row?.bills ?? 0
}

export async function findAccountName(db: Queryable, entId: EntId, id: RelationId): Promise<string | undefined> {
  const [row] = await db
    .select({ name: channelAccount.name })
    .from(channelAccount)
    .where(and(eq(channelAccount.entId, entId), eq(channelAccount.id, id)))
  return row?.name
}
