import type { EntId, RelationId, Source } from '@ruwu/contract'
import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { hosting, receptionColumns, toReception } from '../customer/account-reception.repo.ts'
import type { Queryable } from '../db/database.ts'
import { aiAgent, channelAccount, enterprise } from '../db/schema/index.ts'
import type { ConversationEvent, InboundAccount, InboundItem } from './conversation-event.ts'

/** Resolution of `channel_account.last_in_at`. */
const LAST_IN_STEP_MS = 10_000

type Accounts = Map<string, InboundAccount>

const accountName = (source: Source, platformId: string) => `${source} ${platformId}`

/** The account an event belongs to. A recall does not say which side sent it, so either id may be the account. */
export function accountFor(accounts: Accounts, event: ConversationEvent): InboundAccount | undefined {
  const found = accounts.get(accountName(event.source, event.accountId))
  if (found || event.kind !== 'recall') return found
  return accounts.get(accountName(event.source, event.peerId))
}

export async function findAccounts(db: Queryable, events: readonly ConversationEvent[], now: Date): Promise<Accounts> {
  const ids = new Set(
    events.flatMap((event) => (event.kind === 'recall' ? [event.accountId, event.peerId] : [event.accountId])),
  )
  const rows = await db
    .select({
      entId: channelAccount.entId,
      id: channelAccount.id,
      accountType: channelAccount.accountType,
      source: channelAccount.source,
      platformId: channelAccount.platformId,
      lastInAt: channelAccount.lastInAt,
      adStatus: channelAccount.adStatus,
      hasCardRules: sql<boolean>`exists (select 1 from card_rule r where r.ent_id = ${channelAccount.entId} and r.enabled
        and r.relation_id in (${channelAccount.id}, ${channelAccount.parentId}))`,
      ...receptionColumns(now),
    })
    .from(channelAccount)
    .innerJoin(enterprise, eq(enterprise.id, channelAccount.entId))
    .leftJoin(aiAgent, hosting)
    .where(and(inArray(channelAccount.platformId, [...ids]), sql`${channelAccount.openStatus} <> 'unbound'`))
  return new Map(
    rows.map((row) => {
      const { entId, id, accountType, source, platformId, lastInAt, adStatus, hasCardRules } = row
      return [
        accountName(source, platformId),
        { entId, id, accountType, source, lastInAt, adStatus, hasCardRules, ...toReception(row, now) },
      ]
    }),
  )
}

/** At most every 10 s per account: otherwise every batch would write, and wait for, a busy account's row. */
export async function touchAccounts(db: Queryable, items: readonly InboundItem[], now: Date): Promise<void> {
  const staleBefore = new Date(now.getTime() - LAST_IN_STEP_MS)
  const stale = items.filter(({ account: { lastInAt } }) => lastInAt === null || lastInAt < staleBefore)
  const ids = [...new Set(stale.map(({ account }) => account.id))]
  if (ids.length === 0) return
  await db
    .update(channelAccount)
    .set({ lastInAt: now })
    .where(
      and(
        inArray(channelAccount.id, ids),
        or(isNull(channelAccount.lastInAt), lt(channelAccount.lastInAt, staleBefore)),
      ),
    )
}

export async function touchLastOut(
  db: Queryable,
  { entId, relationId }: { entId: EntId; relationId: RelationId },
  now: Date,
): Promise<void> {
  await db
    .update(channelAccount)
    .set({ lastOutAt: now })
    .where(and(eq(channelAccount.entId, entId), eq(channelAccount.id, relationId)))
}
