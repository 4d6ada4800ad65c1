import { createHash } from 'node:crypto'
import { quotaDay } from '@ruwu/domain'
import { and, eq, sql } from 'drizzle-orm'
import type { CustomerChange } from '../customer/customer-change.ts'
import type { Queryable } from '../db/database.ts'
import { channelDay, material } from '../db/schema/index.ts'
import type { SendingAccount } from './sending-account.ts'

export type Counts = { sameText: number; unanswered: number; strangersToday: number; strangersIn10Min: number }

/** For prompted messages, to which no rule that counts earlier ones applies. */
export const NOTHING_COUNTED: Counts = { sameText: 0, unanswered: 0, strangersToday: 0, strangersIn10Min: 0 }

const TEN_MINUTES_MS = 600_000
const DAY_MS = 86_400_000

/** Past unprompted messages that quota rules and guards count. `sameText`: other customers that got this text within a day. */
export async function countSentBefore(
  db: Queryable,
  change: CustomerChange,
  account: SendingAccount,
  text: string,
  now: Date,
): Promise<Counts> {
  const { entId, id: customerId, lastInboundSeq } = change.customer
  const tenMinutesAgo = new Date(now.getTime() - TEN_MINUTES_MS)
  const yesterday = new Date(now.getTime() - DAY_MS)
  const { rows } = await db.execute<Counts>(sql`select
    (select count(*)::int from sent_text where ent_id = ${entId} and relation_id = ${account.id}
      and text_hash = ${hashOf(text)} and at > ${yesterday} and customer_id <> ${customerId}) as "sameText",
    (select count(*)::int from message m join customer_message c on c.ent_id = m.ent_id and c.customer_id = m.topic_id and c.seq = m.seq
      where m.ent_id = ${entId} and m.topic_id = ${customerId} and m.seq > ${lastInboundSeq} and m.created_at > ${tenMinutesAgo}
      and c.is_unprompted) as unanswered,
    coalesce((select strangers from channel_day where ent_id = ${entId} and relation_id = ${account.id}
      and day = ${quotaDay(now)}), 0) as "strangersToday",
    (select count(*)::int from customer where ent_id = ${entId} and relation_id = ${account.id}
      and stranger_at > ${tenMinutesAgo}) as "strangersIn10Min"`)
  return rows[0] ?? NOTHING_COUNTED
}

const hashOf = (text: string) => createHash('sha256').update(text.trim().toLowerCase()).digest()

/** Counts on the account's row of the day; its row lock orders concurrent sends of one account. */
export async function countOnDay(
  db: Queryable,
  account: Pick<SendingAccount, 'entId' | 'id'>,
  day: string,
  { sent = 0, strangers = 0, heldBack = 0 }: { sent?: number; strangers?: number; heldBack?: number },
): Promise<void> {
  await db
    .insert(channelDay)
    .values({ entId: account.entId, relationId: account.id, day, sent, strangers, heldBack })
    .onConflictDoUpdate({
      target: [channelDay.entId, channelDay.relationId, channelDay.day],
      set: {
        sent: sql`${channelDay.sent} + ${sent}`,
        strangers: sql`${channelDay.strangers} + ${strangers}`,
        heldBack: sql`${channelDay.heldBack} + ${heldBack}`,
      },
    })
}

export async function noteSentText(
  db: Queryable,
  { customer: row }: CustomerChange,
  text: string,
  now: Date,
): Promise<void> {
  await db.execute(sql`insert into sent_text (ent_id, relation_id, text_hash, customer_id, at)
    values (${row.entId}, ${row.relationId}, ${hashOf(text)}, ${row.id}, ${now})
    on conflict (ent_id, relation_id, text_hash, customer_id) do update set at = excluded.at`)
}

export async function countMaterialSent(db: Queryable, account: SendingAccount, materialId: string): Promise<void> {
  await db
    .update(material)
    .set({ sent: sql`${material.sent} + 1` })
    .where(and(eq(material.entId, account.entId), eq(material.id, materialId as never)))
}
