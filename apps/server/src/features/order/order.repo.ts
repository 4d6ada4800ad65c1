import type { EntId, OnlineMethod, OrderFilter, OrderSort, OrderStatus, PayMethod } from '@ruwu/contract'
import { ORDER_ACTS, ORDER_TEXTS, type OrderAct } from '@ruwu/domain'
import {
  and,
  type AnyColumn,
  arrayOverlaps,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNull,
  like,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { orderOf } from '../../db/order.ts'
import { shownPage } from '../../db/paging.ts'
import { agent, enterprise, pointInvoice, pointOrder } from '../../db/schema/index.ts'
import { NotFoundError } from '../../platform/http/errors.ts'

export type OrderColumns = typeof pointOrder.$inferSelect
export type OrderRow = OrderColumns & { agentName: string | null; invoice: typeof pointInvoice.$inferSelect | null }
export type OrderKey = Pick<OrderColumns, 'entId' | 'orderNo'>

const isOrder = ({ entId, orderNo }: OrderKey) => and(eq(pointOrder.entId, entId), eq(pointOrder.orderNo, orderNo))

const selectOrders = (db: Queryable) =>
  db
    .select({ ...getTableColumns(pointOrder), agentName: agent.name, invoice: pointInvoice })
    .from(pointOrder)
    .leftJoin(agent, and(eq(agent.entId, pointOrder.entId), eq(agent.id, pointOrder.agentId)))
    .leftJoin(pointInvoice, and(eq(pointInvoice.entId, pointOrder.entId), eq(pointInvoice.orderNo, pointOrder.orderNo)))
    .$dynamic()

export async function getOrder(db: Queryable, key: OrderKey): Promise<OrderRow> {
  const [row] = await selectOrders(db).where(isOrder(key))
  if (!row) throw new NotFoundError(ORDER_TEXTS.object)
  return row
}

/** Locked until the end of the transaction. Notifications name no enterprise: the number alone is unique. */
export async function lockOrderByNo(db: Queryable, orderNo: string): Promise<OrderColumns | undefined> {
  const [row] = await db.select().from(pointOrder).where(eq(pointOrder.orderNo, orderNo)).for('no key update')
  return row
}

/** False when the number is taken. */
export async function insertOrder(db: Queryable, row: typeof pointOrder.$inferInsert): Promise<boolean> {
  const rows = await db
    .insert(pointOrder)
    .values(row)
    .onConflictDoNothing({ target: pointOrder.orderNo })
    .returning({ orderNo: pointOrder.orderNo })
  return rows.length > 0
}

/** Orders that wait for a payment, and the points that these and those 待核验 would bring. */
export async function countOpenOrders(
  db: Queryable,
  entId: EntId,
  now: Date,
): Promise<{ open: number; points: number }> {
  const isWaiting = and(eq(pointOrder.status, 'unpaid'), gt(pointOrder.expireAt, now))
  const [row] = await db
    .select({
      open: sql`count(*) filter (where ${pointOrder.status} = 'unpaid')`.mapWith(Number),
      points: sql`coalesce(sum(${pointOrder.points} + ${pointOrder.bonusPoints}), 0)`.mapWith(Number),
    })
    .from(pointOrder)
    .where(and(eq(pointOrder.entId, entId), or(isWaiting, eq(pointOrder.status, 'checking'))))
  return row ?? { open: 0, points: 0 }
}

type Change = Partial<Pick<OrderColumns, 'method' | 'expireAt' | 'reason' | 'paidAt' | 'proofUrl'>>

/** Guarded by the statuses the act starts from: false when another change was first. */
export async function applyOrderAct(db: Queryable, key: OrderKey, act: OrderAct, change: Change): Promise<boolean> {
  const { from, to } = ORDER_ACTS[act]
  return updateOrder(db, key, from, { ...change, status: to })
}

/** The chosen method of an order that is still unpaid. Its time is never shortened, and a code is asked about from here on. */
export const chooseMethod = (db: Queryable, key: OrderKey, method: PayMethod, expireAt: Date): Promise<boolean> =>
  updateOrder(db, key, ['unpaid'], {
    method,
    expireAt: sql`greatest(${pointOrder.expireAt}, ${sql.param(expireAt, pointOrder.expireAt)})`,
    ...(method !== 'bank' && { openCodes: sql`array_append(${withoutCode(method)}, ${method}::text)` }),
  })

/** The payment side has answered for good. */
export async function endCode(db: Queryable, key: OrderKey, method: OnlineMethod): Promise<void> {
  await db
    .update(pointOrder)
    .set({ openCodes: withoutCode(method) })
    .where(isOrder(key))
}

const withoutCode = (method: OnlineMethod) => sql`array_remove(${pointOrder.openCodes}, ${method}::text)`

async function updateOrder(
  db: Queryable,
  key: OrderKey,
  from: readonly OrderStatus[],
  change: { [Name in keyof OrderColumns]?: OrderColumns[Name] | SQL },
): Promise<boolean> {
  const rows = await db
    .update(pointOrder)
    .set(change)
    .where(and(isOrder(key), inArray(pointOrder.status, [...from])))
    .returning({ orderNo: pointOrder.orderNo })
  return rows.length > 0
}

const matches = (entId: EntId, { status, method, orderNo, from, to }: OrderFilter) =>
  and(
    eq(pointOrder.entId, entId),
    status && eq(pointOrder.status, status),
    method && eq(pointOrder.method, method),
    // Digits only: nothing of it is a pattern.
    orderNo ? like(pointOrder.orderNo, `%${orderNo}%`) : undefined,
    from ? gte(pointOrder.createdAt, new Date(from)) : undefined,
    to ? lt(pointOrder.createdAt, new Date(to)) : undefined,
  )

const NEWEST_FIRST = [desc(pointOrder.createdAt), desc(pointOrder.orderNo)]

/** Newest first unless asked otherwise; a page beyond the end answers the last one. */
export async function pageOrders(
  db: Queryable,
  entId: EntId,
  filter: OrderFilter,
  { page, pageSize, sort }: { page: number; pageSize: number; sort?: OrderSort | undefined },
) {
  const where = matches(entId, filter)
  const [counted] = await db.select({ total: count() }).from(pointOrder).where(where)
  const total = counted?.total ?? 0
  const shown = shownPage(total, { page, pageSize })
  const rows = await selectOrders(db)
    .where(where)
    .orderBy(...orderOf(sort, pointOrder, NEWEST_FIRST))
    .limit(pageSize)
    .offset((shown - 1) * pageSize)
  return { rows, total, page: shown }
}

/** Matching orders, counted up to `most`. */
export async function countOrders(db: Queryable, entId: EntId, filter: OrderFilter, most: number): Promise<number> {
  const some = db
    .select({ one: sql`1` })
    .from(pointOrder)
    .where(matches(entId, filter))
    .limit(most)
    .as('some')
  const [row] = await db.select({ total: count() }).from(some)
  return row?.total ?? 0
}

/** In the order of `pageOrders`, those after `last`. */
export const listOrders = (
  db: Queryable,
  entId: EntId,
  filter: OrderFilter,
  { last, limit, sort }: { last: OrderColumns | undefined; limit: number; sort?: OrderSort | undefined },
): Promise<OrderRow[]> =>
  selectOrders(db)
    .where(and(matches(entId, filter), last && isAfter(last, sort)))
    .orderBy(...orderOf(sort, pointOrder, NEWEST_FIRST))
    .limit(limit)

function isAfter(last: OrderColumns, sort: OrderSort | undefined): SQL | undefined {
  const { createdAt, orderNo } = pointOrder
  const isOlder = or(lt(createdAt, last.createdAt), and(eq(createdAt, last.createdAt), lt(orderNo, last.orderNo)))
  if (!sort) return isOlder
  const column: AnyColumn = pointOrder[sort.field]
  const value = last[sort.field]
  // Those without a value come last.
  if (value === null) return and(isNull(column), isOlder)
  const isBeyond = (sort.order === 'asc' ? gt : lt)(column, value)
  return or(isBeyond, isNull(column), and(eq(column, value), isOlder))
}

/** Of all enterprises: unpaid orders whose time is over, the longest overdue first. */
export const listOverdueOrders = (db: Queryable, now: Date, limit: number): Promise<OrderColumns[]> =>
  db
    .select()
    .from(pointOrder)
    .where(and(eq(pointOrder.status, 'unpaid'), lte(pointOrder.expireAt, now)))
    .orderBy(asc(pointOrder.expireAt))
    .limit(limit)

/** Of all enterprises: orders with codes of these payment sides, whatever became of them, the oldest first. */
export const listAskedOrders = (db: Queryable, methods: OnlineMethod[]): Promise<OrderColumns[]> =>
  db
    .select()
    .from(pointOrder)
    // As the index says it.
    .where(and(sql`${pointOrder.openCodes} <> '{}'`, arrayOverlaps(pointOrder.openCodes, methods)))
    .orderBy(asc(pointOrder.createdAt))

/** Those in one of the statuses, the newest first. */
export const listOrdersIn = (db: Queryable, entId: EntId, statuses: readonly OrderStatus[]): Promise<OrderRow[]> =>
  selectOrders(db)
    .where(and(eq(pointOrder.entId, entId), inArray(pointOrder.status, [...statuses])))
    .orderBy(...NEWEST_FIRST)

/** Of all enterprises: orders whose receipt waits for the operator, the oldest first. */
export const listChecking = (db: Queryable) =>
  db
    .select({ ...getTableColumns(pointOrder), agentName: agent.name, entName: enterprise.name })
    .from(pointOrder)
    // An order outlives the agents of a closed enterprise.
    .leftJoin(agent, and(eq(agent.entId, pointOrder.entId), eq(agent.id, pointOrder.agentId)))
    .innerJoin(enterprise, eq(enterprise.id, pointOrder.entId))
    .where(eq(pointOrder.status, 'checking'))
    .orderBy(asc(pointOrder.createdAt))
