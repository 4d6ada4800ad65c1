import type { AgentId, ChannelEventKind, EntId, RelationId } from '@ruwu/contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../db/database.ts'
import { channelAccount, outbox } from '../../db/schema/index.ts'
import { type AccountRow, lockFamily } from './account.repo.ts'
import { recordChange } from './history.repo.ts'

export type CloseReason = { kind: ChannelEventKind; text: string; operatorId: AgentId | null }

/**
 * Ends the binding of an account and its sub-accounts on our side: nothing is received or sent any more, the tokens
 * are gone, everything else is kept. Answers whom it ended; nobody where it was ended before.
 */
export async function closeFamily(
  tx: Transaction,
  account: AccountRow,
  closing: CloseReason,
  now: Date,
): Promise<AccountRow[]> {
  return closeAccounts(tx, await lockFamily(tx.sql, account), closing, now)
}

/** The rows must be locked. */
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
  await tx.sql
    .update(channelAccount)
    .set({
      openStatus: 'unbound',
      unboundAt: now,
      tokens: null,
      accessEndsAt: null,
      refreshEndsAt: null,
      keepAt: null,
      keepFailures: 0,
      updatedAt: now,
    })
    .where(and(eq(channelAccount.entId, first.entId), inArray(channelAccount.id, ids)))
  await expediteQueued(tx.sql, first.entId, ids, now)
  await recordChange(tx, closed, closing, now)
  return closed
}

/**
 * What waits to be sent is taken up at once and fails, because its account has no authorisation any more. Rows that a
 * worker is just taking are left to it: it waits for the account, so waiting for it in turn would never end.
 */
async function expediteQueued(db: Queryable, entId: EntId, ids: RelationId[], now: Date): Promise<void> {
  const waiting = db
    .select({ id: outbox.messageId })
    .from(outbox)
    .where(and(eq(outbox.entId, entId), inArray(outbox.relationId, ids), eq(outbox.state, 'queued')))
    .for('update', { skipLocked: true })
  await db
    .update(outbox)
    .set({ dueAt: now })
    .where(and(eq(outbox.entId, entId), inArray(outbox.messageId, waiting)))
}
