import type { EntId, OpenStatus, RelationId } from '@ruwu/contract'
import { formatDateTime } from '@ruwu/domain'
import { notifyAgents } from '../../customer/notify-agents.ts'
import type { Transaction } from '../../db/database.ts'
import { listHolders } from '../agent/index.ts'
import { readTimeZone } from '../enterprise/index.ts'
import { type AccountRow, findAccount, findParent, updateFamilyStatus } from './account.repo.ts'
import { recordChange } from './history.repo.ts'

type Change = { from: OpenStatus[]; to: OpenStatus; history: string; hint: string | null }

/** The authorisation expires soon: sends a hint to agents who may renew it. */
export async function markExpiring(tx: Transaction, main: AccountRow, now: Date): Promise<void> {
  const end = formatDateTime(main.refreshEndsAt, await readTimeZone(tx.sql, main.entId))
  await changeStatus(
    tx,
    main,
    {
      from: ['open'],
      to: 'expiring',
      history: `授权将于 ${end} 到期，无法自动续期`,
      hint: `「${main.name}」的授权将于 ${end} 到期，请重新授权`,
    },
    now,
  )
}

/** Receiving and sending stop until the account is authorised again. */
export async function markEnded(tx: Transaction, main: AccountRow, now: Date): Promise<void> {
  await changeStatus(
    tx,
    main,
    {
      from: ['open', 'expiring'],
      to: 'needs_reauth',
      history: '授权已失效',
      hint: `「${main.name}」的授权已失效，请重新授权`,
    },
    now,
  )
}

/** The same, detected by a call of any account of the family. */
export async function endAuthorisation(
  tx: Transaction,
  { entId, relationId }: { entId: EntId; relationId: RelationId },
  now: Date,
): Promise<void> {
  const account = await findAccount(tx.sql, entId, relationId)
  if (account) await markEnded(tx, (await findParent(tx.sql, account)) ?? account, now)
}

export async function markOpen(tx: Transaction, main: AccountRow, now: Date): Promise<void> {
  await changeStatus(tx, main, { from: ['expiring'], to: 'open', history: '授权已续期', hint: null }, now)
}

/** Main account and sub-accounts change together; no event without a change. */
async function changeStatus(
  tx: Transaction,
  main: AccountRow,
  { from, to, history, hint }: Change,
  now: Date,
): Promise<void> {
  const moved = await updateFamilyStatus(tx.sql, main, from, { openStatus: to, updatedAt: now })
  if (!moved.some((row) => row.id === main.id)) return
  await recordChange(tx, moved, { kind: 'auth', text: history, operatorId: null }, now)
  if (hint === null) return
  const agentIds = await listHolders(tx.sql, main.entId, 'channelAccount:bindManage', main.id)
  const about = { entId: main.entId, relationId: main.id }
  await notifyAgents(tx, about, { hintType: 'account_expired', text: hint, level: 'warn', to: agentIds }, now)
}
