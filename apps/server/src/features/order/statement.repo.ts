import type { OnlineMethod } from '@ruwu/contract'
import { and, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { payStatement, pointPayment, pointRefund } from '../../db/schema/index.ts'

type StatementRow = typeof payStatement.$inferSelect

const noDifference = sql`${payStatement.differences} = '[]'`

export async function isAgreed(db: Queryable, method: OnlineMethod, day: string): Promise<boolean> {
  const rows = await db
    .select({ day: payStatement.day })
    .from(payStatement)
    .where(and(eq(payStatement.method, method), eq(payStatement.day, day), noDifference))
  return rows.length > 0
}

export async function saveStatement(db: Queryable, row: StatementRow): Promise<void> {
  const { method: _method, day: _day, ...change } = row
  await db
    .insert(payStatement)
    .values(row)
    .onConflictDoUpdate({ target: [payStatement.method, payStatement.day], set: change })
}

/** Days since then whose statement differs from our payments. */
export const listDifferingDays = (db: Queryable, since: string): Promise<StatementRow[]> =>
  db
    .select()
    .from(payStatement)
    .where(and(gte(payStatement.day, since), sql`not (${noDifference})`))
    .orderBy(asc(payStatement.day), asc(payStatement.method))

/** Of all enterprises: what arrived by this payment side. */
export const listArrived = (db: Queryable, method: OnlineMethod, { from, to }: { from: Date; to: Date }) =>
  db
    .select({
      transactionId: pointPayment.transactionId,
      orderNo: pointPayment.orderNo,
      amount: pointPayment.amount,
    })
    .from(pointPayment)
    .where(and(eq(pointPayment.method, method), gte(pointPayment.paidAt, from), lt(pointPayment.paidAt, to)))

/** Those of the numbers that are refunds of ours. */
export async function findOwnRefunds(db: Queryable, refundNos: string[]): Promise<Set<string>> {
  if (refundNos.length === 0) return new Set()
  const rows = await db
    .select({ no: pointRefund.refundNo })
    .from(pointRefund)
    .where(inArray(pointRefund.refundNo, refundNos))
  return new Set(rows.map(({ no }) => no))
}
