import type { Content, ConversationTag, EntId, Notice } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { at, idOf, oneOf, seq } from './columns.ts'

/** `dm`: two users (or one); `group`: members; `customer`: reached by permission and scope, without members. */
export const TOPIC_KINDS = ['dm', 'group', 'customer'] as const

export const topic = pgTable(
  'topic',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<string>('id').notNull(),
    kind: text('kind', { enum: TOPIC_KINDS }).notNull(),
    /** The two ends of a DM in byte order; the same user twice for notes to oneself. */
    low: text('low'),
    high: text('high'),
    ownerId: text('owner_id').notNull(),
    name: text('name').notNull().default(''),
    icon: text('icon').notNull().default(''),
    category: text('category').notNull().default(''),
    isPrivate: boolean('is_private').notNull().default(false),
    needsApproval: boolean('needs_approval').notNull().default(true),
    lastSeq: seq('last_seq').notNull().default(0),
    notice: jsonb('notice').$type<Notice>(),
    /** Nobody but owner and admins may send before this; a far future is forever. */
    silentUntil: at('silent_until'),
    dismissedAt: at('dismissed_at'),
    /** Senders the other end refuses (a block in either direction, or chatAllowed false); kept up by the relations. */
    refusedSenders: text('refused_senders').array().notNull().default([]),
    /** Changes with every change of who is in and who may send, so that nodes know whether what they remember still holds. */
    memberVersion: integer('member_version').notNull().default(1),
    extra: jsonb('extra').$type<Record<string, string>>().notNull().default({}),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    // Only of DMs, so that it can't be taken for a way to a topic by its id: the check of every message's topic would crawl.
    uniqueIndex('topic_dm_unique')
      .on(t.entId, t.low, t.high)
      .where(sql`low is not null`),
    check('topic_kind', sql`${t.kind} in (${oneOf(TOPIC_KINDS)})`),
    check('topic_dm_ends', sql`(${t.kind} = 'dm') = (${t.low} is not null and ${t.high} is not null)`),
    check('topic_dm_order', sql`${t.low} collate "C" <= ${t.high} collate "C"`),
  ],
)

export const MEMBER_ROLES = ['owner', 'admin', 'member'] as const

export const topicMember = pgTable(
  'topic_member',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    topicId: idOf<string>('topic_id').notNull(),
    userId: text('user_id').notNull(),
    role: text('role', { enum: MEMBER_ROLES }).notNull().default('member'),
    silentUntil: at('silent_until'),
    joinedAt: at('joined_at').notNull(),
    updatedAt: at('updated_at').notNull(),
    /** History begins above this for a member who came later. */
    startSeq: seq('start_seq').notNull().default(0),
    leftAt: at('left_at'),
    leftSeq: seq('left_seq'),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.topicId, t.userId] }),
    index('topic_member_user').on(t.entId, t.userId),
    uniqueIndex('topic_member_owner')
      .on(t.entId, t.topicId)
      .where(sql`role = 'owner'`),
    foreignKey({
      name: 'topic_member_topic_fk',
      columns: [t.entId, t.topicId],
      foreignColumns: [topic.entId, topic.id],
    }),
    check('topic_member_role', sql`${t.role} in (${oneOf(MEMBER_ROLES)})`),
    check('topic_member_left', sql`(${t.leftAt} is null) = (${t.leftSeq} is null)`),
  ],
)

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

/** Messages one user deleted for themselves. */
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
    foreignKey({
      name: 'hidden_message_fk',
      columns: [t.entId, t.topicId, t.seq],
      foreignColumns: [message.entId, message.topicId, message.seq],
    }),
  ],
)

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
    /** The newest readable message above startSeq; what it says is read from the message itself. */
    lastMessageSeq: seq('last_message_seq'),
    /** Unique among the owner's conversations: pages are cut by it. */
    updatedAt: at('updated_at').notNull(),
    /** What the list's index holds of it: a message that comes within the hour leaves all indexes as they are. */
    updatedHour: at('updated_hour')
      .notNull()
      .generatedAlwaysAs(sql`date_bin('1 hour', updated_at, '2000-01-01T00:00:00Z'::timestamptz)`),
    removedAt: at('removed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.ownerId, t.topicId] }),
    // Without the removed ones, so that it serves the list only: a message finds its conversations by their key.
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

export const KNOCK_STATES = ['pending', 'accepted', 'rejected'] as const

export const knock = pgTable(
  'knock',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    topicId: idOf<string>('topic_id').notNull(),
    userId: text('user_id').notNull(),
    message: text('message').notNull().default(''),
    source: text('source').notNull().default(''),
    memo: text('memo').notNull().default(''),
    status: text('status', { enum: KNOCK_STATES }).notNull().default('pending'),
    adminId: text('admin_id').notNull().default(''),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.topicId, t.userId] }),
    foreignKey({ name: 'knock_topic_fk', columns: [t.entId, t.topicId], foreignColumns: [topic.entId, topic.id] }),
    check('knock_status', sql`${t.status} in (${oneOf(KNOCK_STATES)})`),
  ],
)

/** A file somebody uploaded; the bytes lie in the storage under the key. */
export const attachment = pgTable(
  'attachment',
  {
    key: text('key').primaryKey(),
    entId: idOf<EntId>('ent_id').notNull(),
    uploaderId: text('uploader_id').notNull(),
    topicId: idOf<string>('topic_id'),
    isPrivate: boolean('is_private').notNull(),
    fileName: text('file_name').notNull(),
    ext: text('ext').notNull(),
    contentType: text('content_type').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [index('attachment_uploader').on(t.entId, t.uploaderId, t.createdAt)],
)
