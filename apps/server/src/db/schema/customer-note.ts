import type { AgentId, CustomerId, EntId, NoteId } from '@ruwu/contract'
import { foreignKey, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { agent } from './agent.ts'
import { at, idOf, seq } from './columns.ts'
import { customerMessage } from './customer-message.ts'

/** A note about a customer. In the thread it is a message that only agents see. */
export const customerNote = pgTable(
  'customer_note',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<NoteId>('id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    seq: seq('seq').notNull(),
    /** Null: written by the system. */
    agentId: idOf<AgentId>('agent_id'),
    text: text('text').notNull(),
    mentionIds: idOf<AgentId>('mention_ids').array().notNull().default([]),
    createdAt: at('created_at').notNull(),
    removedAt: at('removed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    index('customer_note_customer').on(t.entId, t.customerId, t.seq),
    foreignKey({
      name: 'customer_note_message_fk',
      columns: [t.entId, t.customerId, t.seq],
      foreignColumns: [customerMessage.entId, customerMessage.customerId, customerMessage.seq],
    }),
    foreignKey({
      name: 'customer_note_agent_fk',
      columns: [t.entId, t.agentId],
      foreignColumns: [agent.entId, agent.id],
    }),
  ],
)
