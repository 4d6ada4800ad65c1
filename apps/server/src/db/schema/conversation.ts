import type { ConversationTag, EntId } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { at, idOf, seq } from './columns.ts'
import { topic } from './topic.ts'

/** One user's view of one topic. */
export const conversation = pgTable(
  'conversation',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    ownerId: text('owner_id').notNull(),
    topicId: idOf<string>('topic_id').notNull(),
    sticky: boolean('sticky').notNull().default(false),
    mute: boolean('mute').notNull().default(false),
    remark: text('remark').notNull().default(''),
    tags: jsonb('tags').$type<ConversationTag[]>().notNull().default([]),
    extra: jsonb('extra').$type<Record<string, string>>().notNull().default({}),
    unread: integer('unread').notNull().default(0),
    startSeq: seq('start_seq').notNull().default(0),
    lastReadSeq: seq('last_read_seq').notNull().default(0),
    lastReadAt: at('last_read_at'),
    /** Newest readable message above startSeq; its content is read from the message itself. */
    lastMessageSeq: seq('last_message_seq'),
    /** Unique among the owner's conversations: it is the page cursor. */
    updatedAt: at('updated_at').notNull(),
    /** Indexed in place of updatedAt: an update within the same hour changes no indexed column (HOT update). */
    updatedHour: at('updated_hour')
      .notNull()
      .generatedAlwaysAs(sql`date_bin('1 hour', updated_at, '2000-01-01T00:00:00Z'::timestamptz)`),
    removedAt: at('removed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.ownerId, t.topicId] }),
    // Partial, so that the planner uses it for the list only: a message finds its conversations by the primary key.
    index('conversation_updated')
      .on(t.entId, t.ownerId, t.updatedHour)
      .where(sql`removed_at is null`),
    index('conversation_removed')
      .on(t.entId, t.ownerId, t.removedAt)
      .where(sql`removed_at is not null`),
    foreignKey({
      name: 'conversation_topic_fk',
      columns: [t.entId, t.topicId],
      foreignColumns: [topic.entId, topic.id],
    }),
    check('conversation_unread', sql`${t.unread} >= 0`),
  ],
)

/** The newest `updatedAt` given to each owner's conversations; taking the next one locks the row. */
export const conversationClock = pgTable(
  'conversation_clock',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    ownerId: text('owner_id').notNull(),
    at: at('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.entId, t.ownerId] })],
)
