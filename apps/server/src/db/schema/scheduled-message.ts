import { type AgentId, type CustomerId, type EntId, SCHEDULED_STATES, type ScheduledMessageId } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { agent } from './agent.ts'
import { at, idOf, oneOf, seq } from './columns.ts'
import { customer } from './customer.ts'

/** Messages that an agent wants sent at a later time. A sent one is deleted in the transaction that stores it as a message. */
export const scheduledMessage = pgTable(
  'scheduled_message',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<ScheduledMessageId>('id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    agentId: idOf<AgentId>('agent_id').notNull(),
    text: text('text').notNull(),
    /** chatId of the quoted message. */
    reply: text('reply'),
    sendAt: at('send_at').notNull(),
    keepOnReply: boolean('keep_on_reply').notNull(),
    /** The agent confirmed the guard's warning. */
    isConfirmed: boolean('is_confirmed').notNull(),
    /** The words it warned of; null in rows of an earlier version. */
    confirmedWords: text('confirmed_words').array(),
    /** The customer's owner and newest message when it was scheduled. */
    ownerId: idOf<AgentId>('owner_id'),
    inboundSeq: seq('inbound_seq').notNull(),
    state: text('state', { enum: SCHEDULED_STATES }).notNull().default('waiting'),
    reason: text('reason').notNull().default(''),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    index('scheduled_message_due')
      .on(t.sendAt)
      .where(sql`state = 'waiting'`),
    index('scheduled_message_customer').on(t.entId, t.customerId),
    check('scheduled_message_state', sql`${t.state} in (${oneOf(SCHEDULED_STATES)})`),
    foreignKey({
      name: 'scheduled_message_customer_fk',
      columns: [t.entId, t.customerId],
      foreignColumns: [customer.entId, customer.id],
    }),
    foreignKey({
      name: 'scheduled_message_agent_fk',
      columns: [t.entId, t.agentId],
      foreignColumns: [agent.entId, agent.id],
    }),
  ],
)
