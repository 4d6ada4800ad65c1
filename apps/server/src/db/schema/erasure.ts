import type { AgentId, CustomerId, EntId, RelationId } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { agent } from './agent.ts'
import { at, idOf, oneOf } from './columns.ts'
import { customer } from './customer.ts'

/** `requested`: rows of the person are left; `erased`: all were found and deleted once; `done`: and again after every lease has ended. */
export const ERASURE_STATES = ['requested', 'erased', 'done'] as const

/** A customer whose personal data is deleted: written with the request, worked off by a background job. */
export const erasure = pgTable(
  'erasure',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    relationId: idOf<RelationId>('relation_id').notNull(),
    /** Find the person's stored platform calls; emptied when done. */
    platformUserId: text('platform_user_id').notNull(),
    conversationKey: text('conversation_key').notNull(),
    state: text('state', { enum: ERASURE_STATES }).notNull().default('requested'),
    requestedBy: idOf<AgentId>('requested_by').notNull(),
    requestedAt: at('requested_at').notNull(),
    erasedAt: at('erased_at'),
    /** Next run, or end of the lease of the node that runs it; null when done. */
    dueAt: at('due_at'),
    tries: integer('tries').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.customerId] }),
    index('erasure_due')
      .on(t.dueAt)
      .where(sql`due_at is not null`),
    foreignKey({
      name: 'erasure_customer_fk',
      columns: [t.entId, t.customerId],
      foreignColumns: [customer.entId, customer.id],
    }),
    foreignKey({
      name: 'erasure_agent_fk',
      columns: [t.entId, t.requestedBy],
      foreignColumns: [agent.entId, agent.id],
    }),
    check('erasure_state', sql`${t.state} in (${oneOf(ERASURE_STATES)})`),
    check('erasure_due_at', sql`(${t.state} = 'done') = (${t.dueAt} is null)`),
    check('erasure_person', sql`${t.state} <> 'done' or (${t.platformUserId} = '' and ${t.conversationKey} = '')`),
  ],
)
