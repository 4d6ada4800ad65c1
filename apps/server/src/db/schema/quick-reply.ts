import {
  type AgentId,
  type EntId,
  OWNER_TYPES,
  type QuickReplyGroupId,
  type QuickReplyId,
  type ReplyPart,
  type Source,
} from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import { check, foreignKey, integer, jsonb, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { agent } from './agent.ts'
import { at, idOf, oneOf } from './columns.ts'
import { enterprise } from './enterprise.ts'

// The unique constraints on positions are DEFERRABLE INITIALLY IMMEDIATE in the database: checked at the end of each
// statement, so that one UPDATE can renumber rows.

export const quickReplyGroup = pgTable(
  'quick_reply_group',
  {
    entId: idOf<EntId>('ent_id')
      .notNull()
      .references(() => enterprise.id),
    id: idOf<QuickReplyGroupId>('id').notNull(),
    ownerType: text('owner_type', { enum: OWNER_TYPES }).notNull(),
    /** Set in an agent's own library. */
    agentId: idOf<AgentId>('agent_id'),
    /** The library: the agent's id, or the enterprise's. */
    libraryId: idOf<AgentId | EntId>('library_id')
      .notNull()
      .generatedAlwaysAs(sql`coalesce(agent_id, ent_id)`),
    title: text('title').notNull(),
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    unique('quick_reply_group_library').on(t.entId, t.libraryId, t.id),
    unique('quick_reply_group_position').on(t.entId, t.libraryId, t.position),
    uniqueIndex('quick_reply_group_title').on(t.entId, t.libraryId, t.title),
    foreignKey({
      name: 'quick_reply_group_agent_fk',
      columns: [t.entId, t.agentId],
      foreignColumns: [agent.entId, agent.id],
    }),
    check('quick_reply_group_owner_type', sql`${t.ownerType} in (${oneOf(OWNER_TYPES)})`),
    check('quick_reply_group_agent', sql`(${t.ownerType} = 'agent') = (${t.agentId} is not null)`),
  ],
)

export const quickReply = pgTable(
  'quick_reply',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<QuickReplyId>('id').notNull(),
    /** Of its group, by the foreign key. */
    libraryId: idOf<AgentId | EntId>('library_id').notNull(),
    groupId: idOf<QuickReplyGroupId>('group_id').notNull(),
    title: text('title').notNull(),
    content: text('content').notNull(),
    parts: jsonb('parts').$type<ReplyPart[]>().notNull().default([]),
    /** Lower case. */
    code: text('code').notNull().default(''),
    sources: text('sources').array().$type<Source[]>().notNull().default([]),
    uses: integer('uses').notNull().default(0),
    position: integer('position').notNull(),
    updatedBy: idOf<AgentId>('updated_by'),
    updatedAt: at('updated_at').notNull(),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    unique('quick_reply_position').on(t.entId, t.groupId, t.position),
    uniqueIndex('quick_reply_code')
      .on(t.entId, t.libraryId, t.code)
      .where(sql`${t.code} <> ''`),
    foreignKey({
      name: 'quick_reply_group_fk',
      columns: [t.entId, t.libraryId, t.groupId],
      foreignColumns: [quickReplyGroup.entId, quickReplyGroup.libraryId, quickReplyGroup.id],
    }).onDelete('cascade'),
  ],
)
