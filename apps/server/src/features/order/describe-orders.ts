import { ORDER_STATUSES, type OrderStatus } from '@ruwu/contract'
import { formatMoney, formatNumber, ORDER_STATUS_LABELS, ORDER_TEXTS, PAY_METHOD_LABELS } from '@ruwu/domain'
import type { Database } from '../../db/database.ts'
import { findNamed } from '../enterprise/index.ts'
import { timeOf } from './enter-recharge.ts'
import { listOrdersIn, type OrderRow } from './order.repo.ts'

/** Which orders the operator asks for. */
const KINDS: Readonly<Record<string, readonly OrderStatus[]>> = {
  '--open': ['unpaid', 'checking'],
  '--paid': ['paid'],
}

/** An enterprise's orders, the newest first; undefined: the options are none of ours. */
export async function describeOrders(
  db: Database,
  named: string,
  options: readonly string[],
): Promise<string | undefined> {
  const [kind, more] = options
  const statuses = kind === undefined ? ORDER_STATUSES : KINDS[kind]
  if (!statuses || more !== undefined) return undefined
  const { entId, name } = await findNamed(db.sql, named)
  const rows = await listOrdersIn(db.sql, entId, statuses)
  return rows.map(describe).join('\n') || `「${name}」没有这样的订单`
}

const describe = (row: OrderRow): string =>
  [
    row.orderNo,
    ORDER_STATUS_LABELS[row.status],
    row.packageName,
    `积分 ${formatNumber(row.points)}${row.bonusPoints > 0 ? `，赠送 ${formatNumber(row.bonusPoints)}` : ''}`,
    formatMoney(row.amount),
    ...(row.method ? [PAY_METHOD_LABELS[row.method]] : []),
    `下单 ${timeOf(row.createdAt)} ${row.agentName ?? ORDER_TEXTS.operator}`,
    ...(row.paidAt ? [`支付 ${timeOf(row.paidAt)}`] : []),
  ].join('  ')
