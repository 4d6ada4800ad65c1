import type { AgentId } from '@ruwu/contract'
import { quotaLine, type QuotaState } from '@ruwu/domain'
import type { Transaction } from '../db/database.ts'
import type { CustomerChange } from '../customer/customer-change.ts'
import { notifyAgents, maskedCustomerName } from '../customer/notify-agents.ts'

/** Warns the sending agent when one message of the quota is left. */
export async function hintQuota(
  tx: Transaction,
  { customer: row }: CustomerChange,
  quota: QuotaState,
  to: AgentId | null,
  now: Date,
): Promise<void> {
  const line = quotaLine(quota)
  if (quota.left !== 1 || quota.blocked || !line || to === null) return
  const text = `${maskedCustomerName(row)}：${line}`
  await notifyAgents(tx, row, { hintType: 'quota_near', text, level: 'warn', to: [to] }, now)
}
