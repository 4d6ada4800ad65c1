import type { Content, CustomerId, EntId, MessageId, MessageStatus, RelationId, SenderKind } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { array } from '../db/rows.ts'

/** A stored message found by platform message id. */
export type KnownMessage = {
  entId: EntId
  relationId: RelationId
  platformMessageId: string
  customerId: CustomerId
  seq: number
  id: MessageId
  chatId: string
  senderKind: SenderKind
  status: MessageStatus
  content: Content
  isRead: boolean
  platformTime: Date | null
  createdAt: Date
}

export type PlatformMessageKey = { entId: EntId; relationId: RelationId; platformMessageId: string }

export const messageName = (key: Omit<PlatformMessageKey, 'entId'>) => `${key.relationId} ${key.platformMessageId}`

const hex = (column: string) => sql.raw(`replace(${column}::text, '-', '')`)

/** Stored messages among these platform messages. */
export async function findKnown(
  db: Queryable,
  keys: readonly PlatformMessageKey[],
): Promise<Map<string, KnownMessage>> {
  if (keys.length === 0) return new Map()
  const { rows } = await db.execute<KnownMessage & { platformTime: string | null; createdAt: string }>(sql`
    select ${hex('c.ent_id')} as "entId", ${hex('c.relation_id')} as "relationId", c.platform_message_id as "platformMessageId",
      ${hex('c.customer_id')} as "customerId", c.seq, ${hex('c.id')} as id, m.chat_id as "chatId", c.sender_kind as "senderKind",
      c.status, m.content, c.is_read as "isRead", c.platform_time as "platformTime", m.created_at as "createdAt"
    from unnest(${array(keys, (key) => key.entId)}::uuid[], ${array(keys, (key) => key.relationId)}::uuid[],
        ${array(keys, (key) => key.platformMessageId)}::text[]) as k(ent_id, relation_id, platform_message_id)
      join customer_message c using (ent_id, relation_id, platform_message_id)
      join message m on m.ent_id = c.ent_id and m.topic_id = c.customer_id and m.seq = c.seq`)
  const instants = rows.map((row) => ({
    ...row,
    platformTime: row.platformTime && new Date(row.platformTime),
    createdAt: new Date(row.createdAt),
  }))
  return new Map(instants.map((row) => [messageName(row), row]))
}
