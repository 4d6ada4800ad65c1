import { and, eq, lte, sql } from 'drizzle-orm'
import type { CustomerChange } from '../customer/customer-change.ts'
import type { ThreadMessage } from '../customer/customer-message.repo.ts'
import type { Queryable } from '../db/database.ts'
import { array } from '../db/rows.ts'
import { platformPending } from '../db/schema/index.ts'
import { toChatContent } from './chat-content.ts'
import type { ConversationEvent } from './conversation-event.ts'
import type { Held } from './inbound-batch.ts'
import { messageName, type PlatformMessageKey } from './known-message.repo.ts'

export type PendingRow = typeof platformPending.$inferSelect
export type Echo = Extract<ConversationEvent, { kind: 'echo' }>

/** How long an echo waits for the send answer it overtook, and a recall for its message. */
export const ECHO_WAIT_MS = 5_000
export const RECALL_WAIT_MS = 10 * 60_000
/** An echo and the message it belongs to are at most this far apart. */
const ECHO_SPAN_MS = 60_000

export async function takeEarlyRecalls(
  db: Queryable,
  keys: readonly PlatformMessageKey[],
  now: Date,
): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const { rows } = await db.execute<Omit<PlatformMessageKey, 'entId'>>(sql`
    delete from platform_pending p
    using unnest(${array(keys, (key) => key.entId)}::uuid[], ${array(keys, (key) => key.relationId)}::uuid[],
      ${array(keys, (key) => key.platformMessageId)}::text[]) as k(ent_id, relation_id, platform_message_id)
    where p.kind = 'recall' and p.due_at > ${now} and p.ent_id = k.ent_id and p.relation_id = k.relation_id
      and p.platform_message_id = k.platform_message_id
    returning replace(p.relation_id::text, '-', '') as "relationId", p.platform_message_id as "platformMessageId"`)
  return new Set(rows.map(messageName))
}

export async function holdPending(db: Queryable, held: readonly Held[], now: Date): Promise<void> {
  if (held.length === 0) return
  const due = { echo: ECHO_WAIT_MS, recall: RECALL_WAIT_MS }
  await db
    .insert(platformPending)
    .values(
      held.map(({ account, kind, platformMessageId, event }) => ({
        entId: account.entId,
        relationId: account.id,
        platformMessageId,
        kind,
        event: { ...event } as Record<string, unknown>,
        dueAt: new Date(now.getTime() + due[kind]),
      })),
    )
    .onConflictDoNothing()
}

export const listDuePending = (db: Queryable, now: Date, limit: number): Promise<PendingRow[]> =>
  db.select().from(platformPending).where(lte(platformPending.dueAt, now)).orderBy(platformPending.dueAt).limit(limit)

/** False: another worker deleted it first, and handles it. */
export async function takePending(db: Queryable, row: PendingRow): Promise<boolean> {
  const taken = await db
    .delete(platformPending)
    .where(
      and(
        eq(platformPending.entId, row.entId),
        eq(platformPending.relationId, row.relationId),
        eq(platformPending.platformMessageId, row.platformMessageId),
        eq(platformPending.kind, row.kind),
      ),
    )
    .returning({ kind: platformPending.kind })
  return taken.length > 0
}

/** The customer's oldest message with unknown outcome and the echo's content. */
export async function findUnconfirmed(
  db: Queryable,
  change: CustomerChange,
  event: Echo,
): Promise<ThreadMessage | undefined> {
  const { entId, id: customerId } = change.customer
  const { content } = toChatContent(event.source, event.content)
  const from = new Date(event.occurredAt.getTime() - ECHO_SPAN_MS)
  const to = new Date(event.occurredAt.getTime() + ECHO_SPAN_MS)
  const { rows } = await db.execute<Pick<ThreadMessage, 'seq' | 'id' | 'chatId' | 'content'>>(sql`
    select c.seq, replace(c.id::text, '-', '') as id, m.chat_id as "chatId", m.content
    from customer_message c join message m on m.ent_id = c.ent_id and m.topic_id = c.customer_id and m.seq = c.seq
      left join outbox o on o.ent_id = c.ent_id and o.message_id = c.id
    where c.ent_id = ${entId} and c.customer_id = ${customerId} and c.platform_message_id is null
      and c.sender_kind in ('human', 'ai', 'flow')
      and (o.state in ('sending', 'unknown') or (c.status = 2 and c.fail_kind = 'outcome_unknown'))
      and m.created_at between ${from} and ${to} and m.content ->> 'type' = ${content.type}
      and case when m.content ->> 'type' = 'text' then m.content ->> 'text' = ${content.text ?? ''}
        when m.content ->> 'type' = 'link' then m.content #>> '{extra,cardId}' = ${content.extra?.cardId ?? ''} else true end
    order by c.seq limit 1`)
  return rows[0] && { entId, customerId, ...rows[0] }
}
