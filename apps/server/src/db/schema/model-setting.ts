import { type AgentId, type EntId, MODEL_MODES } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { at, bytes, idOf, oneOf } from './columns.ts'
import { enterprise } from './enterprise.ts'

/** The language model of an enterprise. */
export const modelSetting = pgTable(
  'model_setting',
  {
    entId: idOf<EntId>('ent_id')
      .primaryKey()
      .references(() => enterprise.id),
    mode: text('mode', { enum: MODEL_MODES }).notNull(),
    baseUrl: text('base_url').notNull(),
    /** Encrypted. */
    key: bytes('key'),
    keyTail: text('key_tail').notNull().default(''),
    model: text('model').notNull(),
    embeddingModel: text('embedding_model').notNull().default(''),
    /** Otherwise customers' contacts are masked before a model sees them. */
    allowsContacts: boolean('allows_contacts').notNull().default(false),
    timeoutSec: integer('timeout_sec').notNull(),
    /** When the administrators were last notified of failures. */
    failToldAt: at('fail_told_at'),
    /** The same for the embedding model. */
    embeddingToldAt: at('embedding_told_at'),
    version: integer('version').notNull().default(1),
    updatedBy: idOf<AgentId>('updated_by'),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [check('model_setting_mode', sql`${t.mode} in (${oneOf(MODEL_MODES)})`)],
)
