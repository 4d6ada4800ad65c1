import type { EntId } from '@ruwu/contract'
import { DEFAULT_TIME_ZONE, type OrderPrice, PAY_METHOD_LABELS } from '@ruwu/domain'
import type { Queryable } from '../../db/database.ts'
import { addPoints, newOrderNo } from '../points/index.ts'
import { insertStep } from './order-step.repo.ts'
import { insertOrder } from './order.repo.ts'

/** An order of the demo, paid in the past: as any other in lists and bills, with no payment behind it that could be refunded. */
export async function insertPastOrder(db: Queryable, entId: EntId, price: OrderPrice, at: Date): Promise<void> {
  const orderNo = newOrderNo(at, DEFAULT_TIME_ZONE)
  const paid = { status: 'paid', method: 'wechat', paidAt: at } as const
  await insertOrder(db, { ...price, ...paid, entId, orderNo, agentId: null, createdAt: at, expireAt: at })
  for (const kind of ['create', 'pay'] as const)
    await insertStep(db, {
      entId,
      orderNo,
      kind,
      at,
      note: kind === 'pay' ? PAY_METHOD_LABELS.wechat : '',
      agentId: null,
    })
  await addPoints(db, { entId, pool: 'orderPoints', points: price.points, orderNo, reason: '购买积分' }, at)
}
