import type { Transaction } from '../../../db/database.ts'
import type { Case } from '../../../customer/index.ts'
import { chargeFollowUp, refundAnswer } from '../../points/index.ts'
import { changeLog, listLogsOf, type LogRow } from '../log.repo.ts'

/** What comes of follow-ups being taken by the platform or not. Order of locks: customers, then the points. */
export async function followDeliveries(tx: Transaction, cases: readonly Case[], now: Date): Promise<void> {
  const settled = cases.filter((of) => of.deliveries.length > 0)
  if (settled.length === 0) return
  const entIds = [...new Set(settled.map(({ customer }) => customer.entId))]
  const messageIds = settled.flatMap((of) => of.deliveries.map(({ messageId }) => messageId))
  for (const row of await listLogsOf(tx.sql, entIds, messageIds)) {
    const of = settled.find(({ customer }) => customer.id === row.customerId)
    const delivery = of?.deliveries.find(({ messageId }) => messageId === row.messageId)
    if (!of || !delivery) continue
    if (delivery.isSent) await arrive(tx, row, now)
    else await fail(tx, row, reasonIn(of, row), now)
  }
}

/** What the AI wrote costs something; what was written down costs nothing. */
async function arrive(tx: Transaction, row: LogRow, now: Date): Promise<void> {
  const { entId, relationId, customerId, sessionId, messageId, output } = row
  const isCharged = messageId !== null && output?.generator !== null
  const charged = isCharged ? await chargeFollowUp(tx, { entId, relationId, customerId, sessionId, messageId }, now) : 0
  await changeLog(tx.sql, row, { result: 'sent', reason: '', points: row.points + charged })
}

async function fail(tx: Transaction, row: LogRow, reason: string, now: Date): Promise<void> {
  const { entId, messageId } = row
  const refunded = messageId === null ? 0 : await refundAnswer(tx, { entId, messageId }, now)
  await changeLog(tx.sql, row, { result: 'failed', reason, points: row.points - refunded })
}

function reasonIn({ events }: Case, { messageId }: LogRow): string {
  const failed = events.find((event) => event.type === 'send_msg_failed' && event.messageId === messageId)
  return failed?.type === 'send_msg_failed' ? failed.msg : ''
}
