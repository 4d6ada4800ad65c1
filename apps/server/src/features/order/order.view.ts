import type { Order } from '@ruwu/contract'
import { ORDER_TEXTS } from '@ruwu/domain'
import type { OrderRow } from './order.repo.ts'

export const toOrder = (row: OrderRow): Order => ({
  orderNo: row.orderNo,
  packageName: row.packageName,
  points: row.points,
  bonusPoints: row.bonusPoints,
  amount: row.amount,
  method: row.method,
  status: row.status,
  reason: row.reason,
  agentId: row.agentId,
  agentName: row.agentName ?? ORDER_TEXTS.operator,
  createdAt: row.createdAt.toISOString(),
  paidAt: row.paidAt?.toISOString() ?? null,
  expireAt: row.expireAt.toISOString(),
  proofUrl: row.proofUrl,
})
