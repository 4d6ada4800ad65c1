import type { AgentId, ChannelEventKind } from '@ruwu/contract'
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { emitOfAccounts } from '../../customer/account-scope.repo.ts'
import type { Queryable, Transaction } from '../../db/database.ts'
import { channelHistory } from '../../db/schema/index.ts'
import { firstIdAt, newId } from '../../platform/ids.ts'
import type { AccountKey } from './account.repo.ts'

export type HistoryRow = typeof channelHistory.$inferSelect

type HistoryLine = { kind: ChannelEventKind; text: string; operatorId: AgentId | null }

export async function addHistory(db: Queryable, accounts: AccountKey[], line: HistoryLine, now: Date): Promise<void> {
  if (accounts.length === 0) return
  const rows = accounts.map(({ entId, id }) => ({
    entId,
    id: newId<string>(now),
    relationId: id,
    createdAt: now,
    ...line,
  }))
  await db.insert(channelHistory).values(rows)
}

/** Adds a history line and invalidates open lists. */
export async function recordChange(
  tx: Transaction,
  accounts: AccountKey[],
  line: HistoryLine,
  now: Date,
): Promise<void> {
  await addHistory(tx.sql, accounts, line, now)
  await emitAccountChange(tx, accounts, line.operatorId, now)
}

/** The accounts are of one enterprise. */
export async function emitAccountChange(
  tx: Transaction,
  accounts: AccountKey[],
  operatorId: AgentId | null,
  now: Date,
): Promise<void> {
  const [first] = accounts
  if (!first) return
  const change = { type: 'channel_account_change' as const, at: now.toISOString(), operatorId }
  await emitOfAccounts(
    tx,
    first.entId,
    accounts.map(({ id }) => ({ ...change, relationId: id })),
  )
}

/** Newest first, below the cursor. */
export function listHistory(
  db: Queryable,
  { entId, id }: AccountKey,
  page: { below?: string | undefined; kind?: ChannelEventKind | undefined; limit: number },
): Promise<HistoryRow[]> {
  return db
    .select()
    .from(channelHistory)
    .where(
      and(
        eq(channelHistory.entId, entId),
        eq(channelHistory.relationId, id),
        page.kind && eq(channelHistory.kind, page.kind),
        page.below === undefined ? undefined : lt(channelHistory.id, page.below),
      ),
    )
    .orderBy(desc(channelHistory.id))
    .limit(page.limit)
}

/** Of each message that was not sent; changes of settings and authorisations stay. */
const MESSAGE_KINDS: ChannelEventKind[] = ['send_failed', 'held_back']
const MESSAGE_LINES_KEPT_DAYS = 180
const DAY_MS = 86_400_000

/** Account by account, so that the index gives the old ones. */
export async function deleteOldHistory(db: Queryable, now: Date): Promise<void> {
  const first = firstIdAt(new Date(now.getTime() - MESSAGE_LINES_KEPT_DAYS * DAY_MS))
  await db.execute(sql`delete from channel_history h using channel_account a
    where h.ent_id = a.ent_id and h.relation_id = a.id and h.id < ${first}::uuid and h.kind = any(${sql.param(MESSAGE_KINDS)}::text[])`)
}
