import type { OnlineMethod } from '@ruwu/contract'
import { compareStatement, daysBeside, isOrderNo, openStatements, statementDays, statementSpan } from '@ruwu/domain'
import { type PaymentProvider, providersOf } from './payment/payment-provider.ts'
import { settlePayment, type SettleDeps } from './settle-payment.ts'
import { findFirstDay, findOwnRefunds, listArrived, listStatements, saveStatement } from './statement.repo.ts'

/** Failures after which a payment side is left alone until the next round. */
const MOST_FAILURES = 3

const sumOf = (entries: readonly { amount: number }[]) => entries.reduce((sum, { amount }) => sum + amount, 0)

/** Compares the statements that are due with our payments; a payment of one of our orders that we did not know is settled. */
export async function compareStatements(deps: SettleDeps): Promise<void> {
  const { log, payments } = deps
  for (const [method, provider] of providersOf(payments)) {
    const { due } = await readOpenDays(deps, method)
    let failures = 0
    for (const day of due)
      try {
        if (failures < MOST_FAILURES) await compareDay(deps, method, provider, day)
      } catch (error) {
        failures += 1
        log.warn({ err: error, method, day }, 'a statement could not be compared')
      }
  }
}

export async function readOpenDays({ db, clock }: Pick<SettleDeps, 'db' | 'clock'>, method: OnlineMethod) {
  return openStatements(await listStatements(db.sql, method), await findFirstDay(db.sql, method), clock.now())
}

async function compareDay(deps: SettleDeps, method: OnlineMethod, provider: PaymentProvider, day: string) {
  const { db, clock, log } = deps
  const lines = (await provider.statement(day)).filter(({ orderNo }) => isOrderNo(orderNo))
  const theirs = lines.filter(({ refundNo }) => refundNo === undefined)
  const ids = theirs.map(({ transactionId }) => transactionId)
  const listOurs = () => listArrived(db.sql, method, statementSpan(day), ids)
  const first = compareStatement(theirs, await listOurs())
  const unknown = new Set(first.filter(({ kind }) => kind === 'theirs').map(({ transactionId }) => transactionId))
  for (const { refundNo: _none, ...payment } of theirs)
    if (unknown.has(payment.transactionId)) await settlePayment(deps, method, payment)
  const elsewhere = first.some(({ kind }) => kind === 'ours')
    ? await listBeside(deps, provider, day)
    : new Set<string>()
  const ours = (await listOurs()).filter(({ transactionId }) => !elsewhere.has(transactionId))
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

/** Payments of the statements beside: one of midnight is filed by us under the day it was paid, by them under that of its completion. */
async function listBeside({ clock }: SettleDeps, provider: PaymentProvider, day: string): Promise<Set<string>> {
  const [newest = ''] = statementDays(clock.now(), 1)
  const made = daysBeside(day).filter((each) => each <= newest)
  const lines = await Promise.all(made.map((each) => provider.statement(each)))
  return new Set(lines.flat().flatMap(({ refundNo, transactionId }) => (refundNo === undefined ? transactionId : [])))
}
