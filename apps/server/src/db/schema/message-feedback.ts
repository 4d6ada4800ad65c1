import { type AgentId, type EntId, FEEDBACK_RATINGS, type MessageId } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import { check, foreignKey, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { at, idOf, oneOf } from './columns.ts'
import { customerMessage } from './customer-message.ts'

/** Agents' ratings of AI answers; one per message, the last one wins. */
export const messageFeedback = pgTable(
  'message_feedback',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    messageId: idOf<MessageId>('message_id').notNull(),
    rating: text('rating', { enum: FEEDBACK_RATINGS }).notNull(),
    reason: text('reason'),
    correctedText: text('corrected_text'),
    agentId: idOf<AgentId>('agent_id').notNull(),
    at: at('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.messageId] }),
    foreignKey({
      name: 'message_feedback_message_fk',
      columns: [t.entId, t.messageId],
      foreignColumns: [customerMessage.entId, customerMessage.id],
    }),
    check('message_feedback_rating', sql`${t.rating} in (${oneOf(FEEDBACK_RATINGS)})`),
  ],
)
