import type { AdStatus, EntId, RelationId, Source } from '@ruwu/contract'
import { and, eq, ne, sql } from 'drizzle-orm'
import { emitOfAccounts } from '../customer/account-scope.repo.ts'
import type { PlatformError } from '../channels/platform-error.ts'
import type { Transaction } from '../db/database.ts'
import { channelAccount, channelHistory } from '../db/schema/index.ts'
import { newId } from '../platform/ids.ts'

type AccountKey = { entId: EntId; relationId: RelationId }

const isAccount = ({ entId, relationId }: AccountKey) =>
  and(eq(channelAccount.entId, entId), eq(channelAccount.id, relationId))

export async function clearTrouble(tx: Transaction, account: AccountKey, now: Date): Promise<void> {
  await tx.sql
    .update(channelAccount)
    .set({ lastOutAt: now, lastError: null, lastErrorAt: null })
    .where(isAccount(account))
}

/** Platforms that accept private messages only while the account advertises: send results show whether it does. */
const ASKS_FOR_SPEND: ReadonlySet<Source> = new Set(['redbook'])

/** Advertising state, shared by a main account and its sub-accounts. `from`: only where it is this one. */
export async function noteSpend(
  tx: Transaction,
  row: AccountKey & { source: Source },
  { from, to: adStatus }: { from?: AdStatus; to: AdStatus },
  now: Date,
): Promise<void> {
  if (!ASKS_FOR_SPEND.has(row.source)) return
  const changed = await tx.sql
    .update(channelAccount)
    .set({ adStatus, updatedAt: now })
    .where(
      and(
        eq(channelAccount.entId, row.entId),
        from ? eq(channelAccount.adStatus, from) : ne(channelAccount.adStatus, adStatus),
        sql`coalesce(${channelAccount.parentId}, ${channelAccount.id}) = (
          select coalesce(a.parent_id, a.id) from channel_account a where a.ent_id = ${row.entId} and a.id = ${row.relationId})`,
      ),
    )
    .returning({ id: channelAccount.id })
  const event = { type: 'channel_account_change' as const, at: now.toISOString(), operatorId: null }
  await emitOfAccounts(
    tx,
    row.entId,
    changed.map(({ id }) => ({ ...event, relationId: id })),
  )
}

/** Last error and history entry that the account's page shows, of what is not tried any more. */
export async function noteTrouble(tx: Transaction, row: AccountKey, error: PlatformError, now: Date): Promise<void> {
  const { finalMessage } = error
  await tx.sql.update(channelAccount).set({ lastError: finalMessage, lastErrorAt: now }).where(isAccount(row))
  await tx.sql.insert(channelHistory).values({
    entId: row.entId,
    id: newId<string>(now),
    relationId: row.relationId,
    kind: 'send_failed',
    text: `发送失败：${finalMessage}`,
    createdAt: now,
  })
}
