import { ONLINE_METHODS, type OnlineMethod } from '@ruwu/contract'
import { formatMoney, isDiffering, PAY_METHOD_LABELS, STATEMENT_DIFFERENCE_LABELS } from '@ruwu/domain'
import { writeOperatorAudit } from '../../platform/audit.repo.ts'
import { StartError } from '../../platform/start-error.ts'
import { readOpenDays } from './compare-statements.ts'
import { providersOf } from './payment/payment-provider.ts'
import type { SettleDeps } from './settle-payment.ts'
import { closeStatement, listDifferingDays, type StatementRow } from './statement.repo.ts'

/** Days whose statements differ from our payments, and days that could not be compared. */
export async function describeStatements(deps: SettleDeps): Promise<string[]> {
  const differing = (await listDifferingDays(deps.db.sql)).filter(isDiffering).map(statementText)
  const missing = await Promise.all(providersOf(deps.payments).map(([method]) => missingText(deps, method)))
  return [...differing, ...missing.flat()]
}

async function missingText(deps: SettleDeps, method: OnlineMethod): Promise<string[]> {
  const { missing } = await readOpenDays(deps, method)
  const [last] = missing
  if (last === undefined) return []
  const days = missing.length === 1 ? last : `${missing.at(-1)} 至 ${last} 共 ${missing.length} 天`
  return [`${days} 对账单  ${PAY_METHOD_LABELS[method]}  尚未对账：没有取得或不能读取，原因见日志`]
}

const statementText = (row: StatementRow): string =>
  [
    `${row.day} 对账单  ${PAY_METHOD_LABELS[row.method]}  平台 ${row.theirCount} 笔 ${formatMoney(row.theirAmount)}，本方 ${row.ourCount} 笔 ${formatMoney(row.ourAmount)}`,
    ...row.differences.map(
      ({ kind, orderNo, transactionId, amount }) =>
        `  ${STATEMENT_DIFFERENCE_LABELS[kind]}  ${orderNo}  ${transactionId}  ${formatMoney(amount)}`,
    ),
  ].join('\n')

/** The operator has dealt with what differs on a day: it is kept with the note, and neither listed nor compared again. */
export async function closeDifferences(
  { db, clock }: SettleDeps,
  day: string,
  label: string,
  note: string,
): Promise<string> {
  const method = ONLINE_METHODS.find((each) => PAY_METHOD_LABELS[each] === label)
  const rows = (await listDifferingDays(db.sql)).filter(isDiffering)
  const row = rows.find((each) => each.day === day && each.method === method)
  if (!row) throw new StartError(`${day} 没有${label}的对账差异`)
  const differences = row.differences.map((each) => ({ ...each, note }))
  await db.transaction(async ({ sql }) => {
    if (!(await closeStatement(sql, row, differences))) throw new StartError('刚刚重新对账，请查看后再试')
    await writeOperatorAudit(sql, { action: 'statement.close', object: `${day} ${label}`, detail: note }, clock.now())
  })
  return `${day} ${label}的对账差异已了结`
}
