import { type AutomaticKind, HELD_BACK_NOTICE } from '@ruwu/domain'
import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { channelAccount, channelHistory, heldBack } from '../db/schema/index.ts'
import { newId } from '../platform/ids.ts'
import type { SendingAccount } from './sending-account.ts'

type AccountKey = Pick<SendingAccount, 'entId' | 'id'>

/** `isFirst`: the first of its kind for an hour. `isNoticeDue`: so many within the hour, and people were not told in it. */
export async function noteHeldBack(
  db: Queryable,
  { entId, id }: AccountKey,
  { kind, text }: { kind: AutomaticKind; text: string },
  now: Date,
): Promise<{ isFirst: boolean; isNoticeDue: boolean }> {
  const { count, windowMs } = HELD_BACK_NOTICE
  const since = new Date(now.getTime() - windowMs)
  const { rows } = await db.execute<{ isFirst: boolean; isNoticeDue: boolean }>(sql`
    insert into held_back as h (ent_id, relation_id, kind, text, times) values (${entId}, ${id}, ${kind}, ${text}, array[${now}::timestamptz])
    on conflict (ent_id, relation_id, kind) do update
      set text = excluded.text, times = (excluded.times || h.times)[1:${sql.raw(String(count))}]
    returning coalesce(times[2] <= ${since}, true) as "isFirst",
      coalesce(times[${sql.raw(String(count))}] > ${since}, false) and coalesce(noticed_at <= ${since}, true) as "isNoticeDue"`)
  return rows[0] ?? { isFirst: false, isNoticeDue: false }
}

export async function markNoticed(
  db: Queryable,
  { entId, id }: AccountKey,
  kind: AutomaticKind,
  now: Date,
): Promise<void> {
  await db
    .update(heldBack)
    .set({ noticedAt: now })
    .where(and(eq(heldBack.entId, entId), eq(heldBack.relationId, id), eq(heldBack.kind, kind)))
}

export async function addHeldBackHistory(db: Queryable, account: AccountKey, text: string, now: Date): Promise<void> {
  await db.insert(channelHistory).values({
    entId: account.entId,
    id: newId<string>(now),
    relationId: account.id,
    kind: 'held_back',
    text,
    createdAt: now,
  })
}

export async function readAccountName(db: Queryable, { entId, id }: AccountKey): Promise<string> {
  const [row] = await db
    .select({ name: channelAccount.name })
    .from(channelAccount)
    .where(and(eq(channelAccount.entId, entId), eq(channelAccount.id, id)))
  return row?.name ?? ''
}
