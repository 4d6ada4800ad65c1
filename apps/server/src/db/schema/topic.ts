import type { EntId, Notice } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import {
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
    /** Until then only owner and admins may send; a far future means permanently. */
    silentUntil: at('silent_until'),
    dismissedAt: at('dismissed_at'),
    /**
     * Senders the other end refuses (a block in either direction, or chatAllowed false); updated with the relations.
     */
    refusedSenders: text('refused_senders').array().notNull().default([]),
    /** Incremented with every change of members or send permissions: nodes validate their cached topic by it. */
    memberVersion: integer('member_version').notNull().default(1),
    extra: jsonb('extra').$type<Record<string, string>>().notNull().default({}),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    // Partial (DMs only): otherwise the planner may pick it for lookups by id, and the foreign-key check of every
    // message slows down.
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
    /** A member who joined later sees only messages above this number. */
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
