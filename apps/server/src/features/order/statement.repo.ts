import type { OnlineMethod } from '@ruwu/contract'
import { and, asc, eq, gte, inArray, lt, min, or, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { payStatement, pointPayment, pointRefund } from '../../db/schema/index.ts'

export type StatementRow = typeof payStatement.$inferSelect

export const listStatements = (db: Queryable, method: OnlineMethod): Promise<StatementRow[]> =>
  db.select().from(payStatement).where(eq(payStatement.method, method)).orderBy(asc(payStatement.day))

export async function saveStatement(db: Queryable, row: StatementRow): Promise<void> {
  const { method: _method, day: _day, ...change } = row
  await db
    .insert(payStatement)
    .values(row)
    .onConflictDoUpdate({ target: [payStatement.method, payStatement.day], set: change })
}

/** False when the day was compared again since the row was read. */
export async function closeStatement(
  db: Queryable,
  { method, day, comparedAt }: StatementRow,
  differences: StatementRow['differences'],
): Promise<boolean> {
  const { rowCount } = await db
    .update(payStatement)
    .set({ differences })
    .where(and(eq(payStatement.method, method), eq(payStatement.day, day), eq(payStatement.comparedAt, comparedAt)))
  return rowCount === 1
}

/** Those that were found to differ, of whatever day. */
export const listDifferingDays = (db: Queryable): Promise<StatementRow[]> =>
  db
    .select()
    .from(payStatement)
    .where(sql`${payStatement.differences} <> '[]'`)
    .orderBy(asc(payStatement.day), asc(payStatement.method))

/** The day (in China) of the first payment by this payment side, or of the first comparison. */
export async function findFirstDay(db: Queryable, method: OnlineMethod): Promise<string | undefined> {
  const paidOn = sql<string | null>`min((${pointPayment.paidAt} at time zone 'Asia/Shanghai')::date)::text`
  const [paid] = await db.select({ day: paidOn }).from(pointPayment).where(eq(pointPayment.method, method))
  const [compared] = await db
    .select({ day: min(payStatement.day) })
    .from(payStatement)
    .where(eq(payStatement.method, method))
  return [paid?.day, compared?.day].filter((day) => typeof day === 'string').toSorted()[0]
}

/** Of all enterprises: what arrived by this payment side in that time, and these transactions whenever they arrived. */
export const listArrived = (
  db: Queryable,
  method: OnlineMethod,
  { from, to }: { from: Date; to: Date },
  transactionIds: string[],
) =>
  db
    .select({
      transactionId: pointPayment.transactionId,
      orderNo: pointPayment.orderNo,
      amount: pointPayment.amount,
    })
    .from(pointPayment)
    .where(
      and(
        eq(pointPayment.method, method),
        or(
          and(gte(pointPayment.paidAt, from), lt(pointPayment.paidAt, to)),
          inArray(pointPayment.transactionId, transactionIds),
        ),
      ),
    )

/** Those of the numbers that are refunds of ours. */
export async function findOwnRefunds(db: Queryable, refundNos: string[]): Promise<Set<string>> {
  if (refundNos.length === 0) return new Set()
  const rows = await db
    .select({ no: pointRefund.refundNo })
    .from(pointRefund)
    .where(inArray(pointRefund.refundNo, refundNos))
  return new Set(rows.map(({ no }) => no))
}
