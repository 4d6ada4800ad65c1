import type { MessageId } from '@ruwu/contract'
import type { CustomerChange } from '../../../customer/customer-change.ts'
import { removeFollowUpSend, writeFollowUpSend } from '../../../customer/statistics-facts.repo.ts'
import type { Transaction } from '../../../db/database.ts'
import { chargeAnswer, chargeFollowUp, refundAnswer } from '../../points/index.ts'
import { changeLog, listLogsByMessage, type LogRow } from '../log.repo.ts'

/** Handles delivery results of follow-ups and of the AI's answers in flows: charges or refunds points and updates the log. Lock order: customers before points. */
export async function applyDeliveryResults(
  tx: Transaction,
  changes: readonly CustomerChange[],
  now: Date,
): Promise<void> {
  const settled = changes.filter((change) => change.deliveries.length > 0)
  if (settled.length === 0) return
  const entIds = [...new Set(settled.map(({ customer }) => customer.entId))]
  const messageIds = settled.flatMap((change) => change.deliveries.map(({ messageId }) => messageId))
  for (const row of await listLogsByMessage(tx.sql, entIds, messageIds)) {
    const change = settled.find(({ customer }) => customer.id === row.customerId)
    const delivery = change?.deliveries.find(({ messageId }) => messageId === row.messageId)
    if (!change || !delivery) continue
    if (delivery.isSent) await onDelivered(tx, row, now)
    else await onFailed(tx, row, failureReason(change, row), now)
  }
}

/** Texts written by the AI are charged, several of one answer once; fixed texts are free. */
async function onDelivered(tx: Transaction, row: LogRow, now: Date): Promise<void> {
  const { entId, relationId, customerId, sessionId, messageId, output } = row
  if (row.type === 'followUp' && messageId !== null)
    await writeFollowUpSend(tx.sql, { entId, messageId, customerId, relationId, sessionId, sentAt: now })
  const isCharged = messageId !== null && output !== null && output.generator !== null && !output.isFurtherText
  const charge = { entId, relationId, customerId, sessionId, messageId: messageId as MessageId }
  const charged = !isCharged
    ? 0
    : row.type === 'flow'
      ? await chargeAnswer(tx, { ...charge, hasImage: false }, now)
      : await chargeFollowUp(tx, charge, now)
  await changeLog(tx.sql, row, { result: 'sent', reason: '', points: row.points + charged })
}

async function onFailed(tx: Transaction, row: LogRow, reason: string, now: Date): Promise<void> {
  const { entId, messageId } = row
  if (row.type === 'followUp' && messageId !== null) await removeFollowUpSend(tx.sql, entId, messageId)
  const refunded = messageId === null ? 0 : await refundAnswer(tx, { entId, messageId }, now)
  await changeLog(tx.sql, row, { result: 'failed', reason, points: row.points - refunded })
}

function failureReason({ events }: CustomerChange, { messageId }: LogRow): string {
  const failed = events.find((event) => event.type === 'send_msg_failed' && event.messageId === messageId)
  return failed?.type === 'send_msg_failed' ? failed.msg : ''
}
