import type { CustomerId, EntId } from '@ruwu/contract'
import { customType, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { idOf } from './columns.ts'

/** Bits per row: three rows fill a database page. */
export const SET_BLOCK = 16_384

const bits = customType<{ data: string }>({ dataType: () => `bit(${SET_BLOCK})` })

/**
 * Bitmap index: per filter value one bit per customer, 16,384 bits a row. Derived and rebuildable, so nothing refers to it. A worker
 * refreshes it; customers changed since are evaluated from their rows (`customer_touched`).
 */
export const customerSet = pgTable(
  'customer_set',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    /** Filter value; list/bitmap-keys.repo.ts lists the keys. */
    key: text('key').notNull(),
    block: integer('block').notNull(),
    bits: bits('bits').notNull(),
  },
  (t) => [primaryKey({ columns: [t.entId, t.key, t.block] })],
)

/** Bit number of each customer. Numbers are never reused. */
export const customerNo = pgTable(
  'customer_no',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    no: integer('no').notNull(),
  },
  (t) => [primaryKey({ columns: [t.entId, t.customerId] }), uniqueIndex('customer_no_no').on(t.entId, t.no)],
)

/** Customers changed since the last refresh, a row per change. Written by triggers on customer, customer_seat and agent. */
export const customerTouched = pgTable(
  'customer_touched',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
  },
  (t) => [index('customer_touched_ent').on(t.entId)],
)
