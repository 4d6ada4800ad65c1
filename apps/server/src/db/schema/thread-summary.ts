import type { AgentId, CustomerId, EntId, NextStep } from '@ruwu/contract'
import { foreignKey, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { at, idOf, seq } from './columns.ts'
import { customer } from './customer.ts'

/** The last summary that a model made of a customer's thread: shown again, without another call, while the messages are the same. */
export const threadSummary = pgTable(
  'thread_summary',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    /** The newest message it is about. */
    upToSeq: seq('up_to_seq').notNull(),
    /** Hash of the numbers of its messages: another one when a message comes, is recalled or fails. */
    messagesKey: text('messages_key').notNull(),
    text: text('text').notNull(),
    steps: jsonb('steps').$type<NextStep[]>().notNull(),
    /** Who asked for it. */
    agentId: idOf<AgentId>('agent_id').notNull(),
    madeAt: at('made_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.customerId] }),
    foreignKey({
      name: 'thread_summary_customer_fk',
      columns: [t.entId, t.customerId],
      foreignColumns: [customer.entId, customer.id],
    }),
  ],
)
