import type { AgentId, CustomerId, EntId, ReminderId } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import { foreignKey, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { agent } from './agent.ts'
import { at, idOf } from './columns.ts'
import { customer } from './customer.ts'

export const customerReminder = pgTable(
  'customer_reminder',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<ReminderId>('id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    agentId: idOf<AgentId>('agent_id').notNull(),
    remindAt: at('remind_at').notNull(),
    note: text('note').notNull().default(''),
    createdAt: at('created_at').notNull(),
    firedAt: at('fired_at'),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    index('customer_reminder_due')
      .on(t.remindAt)
      .where(sql`fired_at is null`),
    index('customer_reminder_agent').on(t.entId, t.customerId, t.agentId),
    foreignKey({
      name: 'customer_reminder_customer_fk',
      columns: [t.entId, t.customerId],
      foreignColumns: [customer.entId, customer.id],
    }),
    foreignKey({
      name: 'customer_reminder_agent_fk',
      columns: [t.entId, t.agentId],
      foreignColumns: [agent.entId, agent.id],
    }),
  ],
)
