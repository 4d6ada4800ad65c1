import type { Content, EntId } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { at, idOf, seq } from './columns.ts'
import { topic } from './topic.ts'

export const message = pgTable(
  'message',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    topicId: idOf<string>('topic_id').notNull(),
    seq: seq('seq').notNull(),
    id: idOf<string>('id').notNull(),
    chatId: text('chat_id').notNull(),
    senderId: text('sender_id').notNull(),
    content: jsonb('content').$type<Content>().notNull(),
    isReadable: boolean('is_readable').notNull(),
    isRecalled: boolean('is_recalled').notNull().default(false),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.topicId, t.seq] }),
    uniqueIndex('message_chat_id').on(t.entId, t.topicId, t.chatId),
    foreignKey({ name: 'message_topic_fk', columns: [t.entId, t.topicId], foreignColumns: [topic.entId, topic.id] }),
    check('message_seq', sql`${t.seq} > 0`),
  ],
)

/** Messages that one user deleted for themselves; other users still see them. */
export const hiddenMessage = pgTable(
  'hidden_message',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    userId: text('user_id').notNull(),
    topicId: idOf<string>('topic_id').notNull(),
    seq: seq('seq').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.userId, t.topicId, t.seq] }),
    index('hidden_message_topic').on(t.entId, t.topicId, t.seq),
    foreignKey({
      name: 'hidden_message_fk',
      columns: [t.entId, t.topicId, t.seq],
      foreignColumns: [message.entId, message.topicId, message.seq],
    }),
  ],
)
