import type { EntId } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import { integer, pgTable, primaryKey, real, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { at, idOf } from './columns.ts'
import { enterprise } from './enterprise.ts'

/** An embedding model at its address: only vectors of one such space can be compared. */
export const embeddingSpace = pgTable(
  'embedding_space',
  {
    entId: idOf<EntId>('ent_id')
      .notNull()
      .references(() => enterprise.id),
    id: integer('id').generatedAlwaysAsIdentity(),
    baseUrl: text('base_url').notNull(),
    model: text('model').notNull(),
    /** 0: it was not measured yet. */
    dimensions: integer('dimensions').notNull().default(0),
    /** How alike its vectors are for the same meaning in other words, and for different meanings. */
    near: real('near').notNull().default(0),
    far: real('far').notNull().default(0),
    /** Numbers of writes, in the order of their commits. */
    written: integer('written').notNull().default(0),
    /** Who fills it now, and until when nobody else does; in the past: when it was last filled. */
    heldUntil: at('held_until'),
    /** Why its model gave no vectors the last time; empty when it did. */
    problem: text('problem').notNull().default(''),
    fails: integer('fails').notNull().default(0),
    retryAt: at('retry_at'),
    createdAt: at('created_at').notNull(),
    /** Its model became another one under the same name. */
    retiredAt: at('retired_at'),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    uniqueIndex('embedding_space_model')
      .on(t.entId, t.baseUrl, t.model)
      .where(sql`retired_at is null`),
  ],
)
