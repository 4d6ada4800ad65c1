import type { CustomerId, EntId, RelationId } from '@ruwu/contract'
import { bigint, foreignKey, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { at, idOf, seq, tsvector } from './columns.ts'
import { customer } from './customer.ts'
import { enterprise } from './enterprise.ts'

/** Normalised names and remarks with their bigrams, for substring search. */
export const customerName = pgTable(
  'customer_name',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    words: text('words').notNull(),
    /** Bigrams prefixed with the enterprise: looking up a frequent one reads the entries of one enterprise only. */
    grams: tsvector('grams').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.customerId] }),
    index('customer_name_grams').using('gin', t.grams).with({ fastupdate: false }),
    foreignKey({
      name: 'customer_name_fk',
      columns: [t.entId, t.customerId],
      foreignColumns: [customer.entId, customer.id],
    }),
  ],
)

/** Messages to be indexed for search, or indexed again after a change, in order of arrival. */
export const searchPending = pgTable('search_pending', {
  no: bigint('no', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  entId: idOf<EntId>('ent_id').notNull(),
  customerId: idOf<CustomerId>('customer_id').notNull(),
  seq: seq('seq').notNull(),
})

/** Search number (`message_search.no`) of the newest indexed message of each enterprise. */
export const searchHead = pgTable('search_head', {
  entId: idOf<EntId>('ent_id')
    .primaryKey()
    .references(() => enterprise.id),
  last: bigint('last', { mode: 'number' }).notNull().default(0),
})

/**
 * Bigram index of messages. `no` counts the enterprise's messages, and every bigram is indexed together with the block
 * of numbers it is in, so that a frequent one is read from the newest block first. Derived and rebuildable from the
 * messages, so it has no foreign keys in either direction.
 */
export const messageSearch = pgTable(
  'message_search',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    no: bigint('no', { mode: 'number' }).notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    seq: seq('seq').notNull(),
    relationId: idOf<RelationId>('relation_id').notNull(),
    type: text('type').notNull(),
    createdAt: at('created_at').notNull(),
    /** Searchable text, normalised in case and width. */
    words: text('words').notNull(),
    grams: tsvector('grams').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.no] }),
    uniqueIndex('message_search_message').on(t.entId, t.customerId, t.seq),
    // No pending list (fastupdate off): every lookup of a block would have to scan it.
    index('message_search_grams').using('gin', t.grams).with({ fastupdate: false }),
  ],
)
