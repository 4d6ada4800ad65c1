import type { Transaction } from '../../db/database.ts'
import { newDelivery } from './collect-events.ts'
import { insertDeliveries } from './delivery.repo.ts'
import { type DueReport, REPORT_TYPE } from './due-report.repo.ts'
import { tellHolders } from './tell-holders.ts'
import { lockWebhook } from './webhook.repo.ts'

/** Once for each day, whatever number of nodes asks. With a refusal it is in the log as given up, and the administrators are told. */
export async function queueReport(
  tx: Transaction,
  due: DueReport,
  { data, refusal = '' }: { data: object; refusal?: string },
  now: Date,
): Promise<void> {
  const row = await lockWebhook(tx.sql, due)
  if (!row?.enabled) return
  const state = refusal ? ('failed' as const) : ('waiting' as const)
  const dueAt = refusal ? null : now
  const delivery = newDelivery(due, { type: REPORT_TYPE, key: due.day, data, at: now })
  const isNew = await insertDeliveries(tx.sql, [
    { entId: due.entId, webhookId: due.id, ...delivery, state, dueAt, error: refusal },
  ])
  if (isNew && refusal) await tellHolders(tx, row, ({ givenUp }, host) => givenUp(host, refusal), now)
}
