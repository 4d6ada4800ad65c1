import type { AgentId, CustomerId, EntId } from '@ruwu/contract'
import { boolean, foreignKey, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { at, idOf } from './columns.ts'
import { customer } from './customer.ts'

/** Change log of a customer's panel. */
export const customerChange = pgTable(
  'customer_change',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<string>('id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    field: text('field').notNull(),
    before: text('before').notNull(),
    after: text('after').notNull(),
    /** Masked for agents without `customer:viewSensitive`. */
    isSensitive: boolean('is_sensitive').notNull().default(false),
    agentId: idOf<AgentId>('agent_id'),
    at: at('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    index('customer_change_customer').on(t.entId, t.customerId, t.id),
    foreignKey({
      name: 'customer_change_customer_fk',
      columns: [t.entId, t.customerId],
      foreignColumns: [customer.entId, customer.id],
    }),
  ],
)
