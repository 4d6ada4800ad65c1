import type { CustomerId, EntId, RelationId } from '@ruwu/contract'
import { bigint, customType, foreignKey, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { at, idOf, seq } from './columns.ts'
import { customer } from './customer.ts'
import { enterprise } from './enterprise.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Names and remarks as they are compared, and cut into pairs of characters for finding a word inside them. */
export const customerName = pgTable(
  'customer_name',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    words: text('words').notNull(),
    /** Each with the enterprise in front: a frequent pair is read of one enterprise alone. */
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

/** Messages that are not in the search yet, or no longer as they were, in the order they came. */
export const searchPending = pgTable('search_pending', {
  no: bigint('no', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  entId: idOf<EntId>('ent_id').notNull(),
  customerId: idOf<CustomerId>('customer_id').notNull(),
  seq: seq('seq').notNull(),
})

/** Where search stands in each enterprise: the number of the newest message in it. */
export const searchHead = pgTable('search_head', {
  entId: idOf<EntId>('ent_id')
    .primaryKey()
    .references(() => enterprise.id),
  last: bigint('last', { mode: 'number' }).notNull().default(0),
})

/**
 * Messages by the pairs of characters in them. `no` counts the enterprise's messages, and every pair is indexed together with the
 * block of numbers it lies in, so that a frequent word is read from the newest block and not from all of them. It can be made anew
 * from the messages, so nothing refers to it and it refers to nothing.
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
    /** What can be found, whatever its case and width were. */
    words: text('words').notNull(),
    grams: tsvector('grams').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.no] }),
    uniqueIndex('message_search_message').on(t.entId, t.customerId, t.seq),
    // Without a list of latest entries beside it, which every look into a block would have to read through.
    index('message_search_grams').using('gin', t.grams).with({ fastupdate: false }),
  ],
)
