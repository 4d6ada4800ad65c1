import type { CustomerId, EntId } from '@ruwu/contract'
import { customType, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { idOf } from './columns.ts'

/** So many customers share one row of a set: three of its rows fill a page. */
export const SET_BLOCK = 16_384

const bits = customType<{ data: string }>({ dataType: () => `bit(${SET_BLOCK})` })

/**
 * Who is alike in something that lists ask for, one bit for each of an enterprise's customers, in blocks. A worker makes the sets from the
 * customers; whoever was touched since is looked at themselves. They can be made anew at any time, so nothing refers to them.
 */
export const customerSet = pgTable(
  'customer_set',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    /** What they are alike in: `set.keys.ts` knows the words. */
    key: text('key').notNull(),
    block: integer('block').notNull(),
    bits: bits('bits').notNull(),
  },
  (t) => [primaryKey({ columns: [t.entId, t.key, t.block] })],
)

/** Which bit is whose. A number is given once and never again. */
export const customerNo = pgTable(
  'customer_no',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    no: integer('no').notNull(),
  },
  (t) => [primaryKey({ columns: [t.entId, t.customerId] }), uniqueIndex('customer_no_no').on(t.entId, t.no)],
)

/** Who is no longer, or not yet, as the sets say, once for every change. Kept by triggers on customer, customer_seat and agent. */
export const customerTouched = pgTable(
  'customer_touched',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
  },
  (t) => [index('customer_touched_ent').on(t.entId)],
)
