import type { EntId } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import { integer, pgTable, primaryKey, real, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { at, idOf } from './columns.ts'
import { enterprise } from './enterprise.ts'

/** Vector space of an embedding model at an address: only vectors of one space are comparable. */
export const embeddingSpace = pgTable(
  'embedding_space',
  {
    entId: idOf<EntId>('ent_id')
      .notNull()
      .references(() => enterprise.id),
    id: integer('id').generatedAlwaysAsIdentity(),
    baseUrl: text('base_url').notNull(),
    model: text('model').notNull(),
    /** 0: not measured yet. */
    dimensions: integer('dimensions').notNull().default(0),
    /** Calibration: cosine of texts with the same meaning (near), and with different meanings (far). */
    near: real('near').notNull().default(0),
    far: real('far').notNull().default(0),
    /** Number of the last write. Incrementing it locks the row, so numbers follow commit order. */
    written: integer('written').notNull().default(0),
    /** Lease of the worker that embeds pieces; in the past: when it last ended. */
    heldUntil: at('held_until'),
    /** Error of the last embedding call; empty after a success. */
    problem: text('problem').notNull().default(''),
    fails: integer('fails').notNull().default(0),
    retryAt: at('retry_at'),
    createdAt: at('created_at').notNull(),
    /** Set when the model behind the same name has changed; the space is no longer used. */
    retiredAt: at('retired_at'),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    uniqueIndex('embedding_space_model')
      .on(t.entId, t.baseUrl, t.model)
      .where(sql`retired_at is null`),
  ],
)
