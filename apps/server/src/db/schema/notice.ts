import { type AgentId, type CustomerId, type EntId, NOTICE_KINDS, type NoticeId, type RelationId } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import { check, foreignKey, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { agent } from './agent.ts'
import { at, idOf, oneOf } from './columns.ts'
import { customer } from './customer.ts'

/** 通知中心: what one agent was told, once for each cause. Contacts in the text are masked. */
export const notice = pgTable(
  'notice',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<NoticeId>('id').notNull(),
    agentId: idOf<AgentId>('agent_id').notNull(),
    kind: text('kind', { enum: NOTICE_KINDS }).notNull(),
    /** Identifies what happened, within the kind. */
    cause: text('cause').notNull(),
    text: text('text').notNull(),
    customerId: idOf<CustomerId>('customer_id'),
    relationId: idOf<RelationId>('relation_id'),
    operatorId: idOf<AgentId>('operator_id'),
    /** By kind: the reminder, message, note, export or rule. */
    subjectId: idOf<string>('subject_id'),
    createdAt: at('created_at').notNull(),
    readAt: at('read_at'),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    uniqueIndex('notice_cause').on(t.entId, t.agentId, t.kind, t.cause),
    index('notice_agent').on(t.entId, t.agentId, t.id),
    index('notice_subject').on(t.entId, t.subjectId),
    index('notice_customer').on(t.entId, t.customerId),
    index('notice_age').on(t.createdAt),
    foreignKey({ name: 'notice_agent_fk', columns: [t.entId, t.agentId], foreignColumns: [agent.entId, agent.id] }),
    foreignKey({
      name: 'notice_customer_fk',
      columns: [t.entId, t.customerId],
      foreignColumns: [customer.entId, customer.id],
    }),
    check('notice_kind', sql`${t.kind} in (${oneOf(NOTICE_KINDS)})`),
  ],
)
