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
import { check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { agent } from './agent.ts'
import { at, idOf, oneOf } from './columns.ts'
import { enterprise } from './enterprise.ts'

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
    title: text('title').notNull(),
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    index('quick_reply_group_owner').on(t.entId, t.agentId, t.position),
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
    groupId: idOf<QuickReplyGroupId>('group_id').notNull(),
    title: text('title').notNull(),
    content: text('content').notNull(),
    parts: jsonb('parts').$type<ReplyPart[]>().notNull().default([]),
    code: text('code').notNull().default(''),
    sources: text('sources').array().$type<Source[]>().notNull().default([]),
    uses: integer('uses').notNull().default(0),
    position: integer('position').notNull(),
    updatedBy: idOf<AgentId>('updated_by'),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    uniqueIndex('quick_reply_position').on(t.entId, t.groupId, t.position),
    foreignKey({
      name: 'quick_reply_group_fk',
      columns: [t.entId, t.groupId],
      foreignColumns: [quickReplyGroup.entId, quickReplyGroup.id],
    }).onDelete('cascade'),
  ],
)
