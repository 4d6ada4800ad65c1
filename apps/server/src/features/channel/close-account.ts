import type { AgentId, ChannelEventKind, EntId } from '@ruwu/contract'
import type { Transaction } from '../../db/database.ts'
import { expediteQueued } from '../../outbound/index.ts'
import { type AccountRow, lockAccounts, lockFamily, unbindAccounts } from './account.repo.ts'
import { recordChange } from './history.repo.ts'

type CloseReason = { kind: ChannelEventKind; text: string; operatorId: AgentId | null }

/**
 * Unbinds an account and its sub-accounts on our side: tokens are deleted, nothing is received or sent any more, all other data stays.
 * Returns the accounts that were bound until now.
 */
export async function closeFamily(
  tx: Transaction,
  account: AccountRow,
  closing: CloseReason,
  now: Date,
): Promise<AccountRow[]> {
  return closeAccounts(tx, await lockFamily(tx.sql, account), closing, now)
}

/** All accounts of an enterprise that is closed. */
export async function closeAllAccounts(tx: Transaction, entId: EntId, now: Date): Promise<void> {
  const accounts = await lockAccounts(tx.sql, entId)
  await closeAccounts(tx, accounts, { kind: 'unbind', text: '企业已注销', operatorId: null }, now)
}

/** The rows must be locked by the caller. */
export async function closeAccounts(
  tx: Transaction,
  locked: readonly AccountRow[],
  closing: CloseReason,
  now: Date,
): Promise<AccountRow[]> {
  const closed = locked.filter((row) => row.openStatus !== 'unbound')
  const [first] = closed
  if (!first) return []
  const ids = closed.map((row) => row.id)
  await unbindAccounts(tx.sql, first.entId, ids, now)
  await expediteQueued(tx.sql, first.entId, ids, now)
  await recordChange(tx, closed, closing, now)
  return closed
}
