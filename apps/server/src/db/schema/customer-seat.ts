import type { AgentId, CustomerId, EntId } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { agent } from './agent.ts'
import { at, idOf, seq } from './columns.ts'
import { customer } from './customer.ts'

/** Per-agent state of a customer. Without a row, messages from before the agent was created count as read. */
export const customerSeat = pgTable(
  'customer_seat',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    agentId: idOf<AgentId>('agent_id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    readSeq: seq('read_seq').notNull().default(0),
    /** Number of customer messages up to readSeq; unread = customer.inbound_count - read_inbound. */
    readInbound: integer('read_inbound').notNull().default(0),
    markedUnread: boolean('marked_unread').notNull().default(false),
    sticky: boolean('sticky').notNull().default(false),
    isStar: boolean('is_star').notNull().default(false),
    version: integer('version').notNull().default(1),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.agentId, t.customerId] }),
    index('customer_seat_sticky')
      .on(t.entId, t.agentId, t.customerId)
      .where(sql`sticky`),
    index('customer_seat_star')
      .on(t.entId, t.agentId, t.customerId)
      .where(sql`is_star`),
    // Covering index: unread counts need no table rows.
    index('customer_seat_read').on(t.entId, t.agentId, t.customerId, t.readInbound, t.markedUnread),
    foreignKey({
      name: 'customer_seat_agent_fk',
      columns: [t.entId, t.agentId],
      foreignColumns: [agent.entId, agent.id],
    }),
    foreignKey({
      name: 'customer_seat_customer_fk',
      columns: [t.entId, t.customerId],
      foreignColumns: [customer.entId, customer.id],
    }),
  ],
)
