import type { AgentId } from '@ruwu/contract'
import { quotaLine, type QuotaState } from '@ruwu/domain'
import type { Transaction } from '../db/database.ts'
import type { Case } from '../customer/customer-change.ts'
import { giveHint, nameOfCustomer } from '../customer/agent-hint.ts'

/** Whoever talks to the customer should know when there is one message left. */
export function hintQuota(
  tx: Transaction,
  { customer: row }: Case,
  quota: QuotaState,
  to: AgentId | null,
  now: Date,
): void {
  const line = quotaLine(quota)
  if (quota.left !== 1 || quota.blocked || !line || to === null) return
  const text = `${nameOfCustomer(row)}：${line}`
  giveHint(tx, row, { hintType: 'quota_near', text, level: 'warn', to: [to] }, now)
}
