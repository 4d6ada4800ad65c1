import type { AgentId, OrderStepKind } from '@ruwu/contract'
import type { Transaction } from '../../db/database.ts'
import type { OrderColumns } from './order.repo.ts'
import { insertStep } from './order-step.repo.ts'

type Step = {
  kind: OrderStepKind
  note?: string
  /** Null: the operator, or by itself. */
  agentId: AgentId | null
}

/** Every change of an order ends here: a line of its history, and an event to open consoles. */
export async function recordStep(
  tx: Transaction,
  { entId, orderNo, status }: Pick<OrderColumns, 'entId' | 'orderNo' | 'status'>,
  { kind, note = '', agentId }: Step,
  now: Date,
): Promise<void> {
  await insertStep(tx.sql, { entId, orderNo, kind, at: now, note, agentId })
  const at = now.toISOString()
  tx.emit(entId, { type: 'point_order_change', orderNo, status, at, operatorId: agentId })
}
