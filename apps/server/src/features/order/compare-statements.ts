import type { OnlineMethod } from '@ruwu/contract'
import { compareStatement, statementDays, statementSpan } from '@ruwu/domain'
import { type PaymentProvider, providersOf } from './payment/payment-provider.ts'
import { settlePayment, type SettleDeps } from './settle-payment.ts'
import { findOwnRefunds, isAgreed, listArrived, saveStatement } from './statement.repo.ts'

/** A day that differs is compared again until it is older than this. */
const DAYS = 3

const sumOf = (entries: readonly { amount: number }[]) => entries.reduce((sum, { amount }) => sum + amount, 0)

/** Compares the statements of the last days with our payments; a payment of one of our orders that we did not know is settled. */
export async function compareStatements(deps: SettleDeps): Promise<void> {
  const { db, clock, log, payments } = deps
  for (const [method, provider] of providersOf(payments))
    for (const day of statementDays(clock.now(), DAYS))
      try {
        if (!(await isAgreed(db.sql, method, day))) await compareDay(deps, method, provider, day)
      } catch (error) {
        log.warn({ err: error, method, day }, 'a statement could not be compared')
      }
}

async function compareDay(deps: SettleDeps, method: OnlineMethod, provider: PaymentProvider, day: string) {
  const { db, clock, log } = deps
  const lines = await provider.statement(day)
  const theirs = lines.filter(({ refundNo }) => refundNo === undefined)
  const listOurs = () => listArrived(db.sql, method, statementSpan(day))
  const unknown = new Set(compareStatement(theirs, await listOurs()).map(({ transactionId }) => transactionId))
  for (const { refundNo: _none, ...payment } of theirs)
    if (unknown.has(payment.transactionId)) await settlePayment(deps, method, payment)
  const ours = await listOurs()
  const refunds = lines.filter(({ refundNo }) => refundNo !== undefined)
  const own = await findOwnRefunds(
    db.sql,
    refunds.map(({ refundNo }) => refundNo ?? ''),
  )
  const differences = [
    ...compareStatement(theirs, ours),
    ...refunds.filter(({ refundNo }) => !own.has(refundNo ?? '')).map((line) => ({ ...line, kind: 'refund' as const })),
  ].map(({ kind, transactionId, orderNo, amount }) => ({ kind, transactionId, orderNo, amount }))
  const totals = {
    theirCount: theirs.length,
    theirAmount: sumOf(theirs),
    ourCount: ours.length,
    ourAmount: sumOf(ours),
  }
  await saveStatement(db.sql, { method, day, ...totals, differences, comparedAt: clock.now() })
  if (differences.length > 0) log.error({ method, day, ...totals }, 'a statement differs from our payments')
}
