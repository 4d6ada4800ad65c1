import { type AutomaticKind, heldBackNotice, heldBackText, quotaDay } from '@ruwu/domain'
import { notifyAgents } from '../customer/notify-agents.ts'
import { appendLine } from '../customer/customer-change.ts'
import { type CustomerKey, lockCustomer } from '../customer/customer-change.repo.ts'
import type { CustomerWriter } from '../customer/customer-writer.ts'
import { emitOfAccounts } from '../customer/account-scope.repo.ts'
import { listRoleHolders } from '../customer/role-holders.repo.ts'
import type { Transaction } from '../db/database.ts'
import { addHeldBackHistory, markNoticed, noteHeldBack, readAccountName } from './held-back.repo.ts'
import { countOnDay } from './quota.repo.ts'

export type HeldMessage = CustomerKey & {
  kind: AutomaticKind
  /** Which message of its kind: 欢迎语第 2 条. */
  name?: string
  reason: string
}

/**
 * Shows that an automatic message was not sent: a line in the thread, the account's 最近错误 and count of the day, and a notice when it
 * happens often. False: nothing to show, because 拉黑 is meant to keep messages from the customer.
 */
export async function reportHeldBack(
  tx: Transaction,
  { writer }: { writer: CustomerWriter },
  { entId, customerId, kind, name, reason }: HeldMessage,
  now: Date,
): Promise<boolean> {
  const change = await lockCustomer(tx.sql, entId, customerId)
  if (!change || change.customer.isBlocked) return false
  const account = { entId, id: change.customer.relationId }
  const text = heldBackText(kind, reason, name)
  appendLine(change, { kind: 'held_back', text }, now)
  await writer.commit(tx, [change], now)
  // The day before the kind: sends lock the day first, too.
  await countOnDay(tx.sql, account, quotaDay(now), { heldBack: 1 })
  const { isFirst, isNoticeDue } = await noteHeldBack(tx.sql, account, { kind, text }, now)
  if (isFirst) await addHeldBackHistory(tx.sql, account, text, now)
  if (isNoticeDue) {
    await markNoticed(tx.sql, account, kind, now)
    const to = await listRoleHolders(tx.sql, entId, ['supervisor', 'operator'], account.id)
    const notice = heldBackNotice(await readAccountName(tx.sql, account), kind, reason)
    const about = { entId, relationId: account.id }
    await notifyAgents(tx, about, { hintType: 'quota_stopped', text: notice, level: 'warn', to }, now)
  }
  if (isFirst || isNoticeDue) {
    const at = now.toISOString()
    await emitOfAccounts(tx, entId, [{ type: 'channel_account_change', relationId: account.id, at, operatorId: null }])
  }
  return true
}
