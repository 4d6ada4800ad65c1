import { type AgentId, type CustomerSetting, type EntId, FIELD_TYPES, type FieldId } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { at, idOf, oneOf } from './columns.ts'
import { enterprise } from './enterprise.ts'

export const customerField = pgTable(
  'customer_field',
  {
    entId: idOf<EntId>('ent_id')
      .notNull()
      .references(() => enterprise.id),
    id: idOf<FieldId>('id').notNull(),
    name: text('name').notNull(),
    type: text('type', { enum: FIELD_TYPES }).notNull(),
    options: text('options').array().notNull().default([]),
    isRequired: boolean('is_required').notNull().default(false),
    inList: boolean('in_list').notNull().default(false),
    isSensitive: boolean('is_sensitive').notNull().default(false),
    aiFill: boolean('ai_fill').notNull().default(false),
    enabled: boolean('enabled').notNull().default(true),
    position: integer('position').notNull(),
    version: integer('version').notNull().default(1),
    updatedBy: idOf<AgentId>('updated_by'),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    uniqueIndex('customer_field_name').on(t.entId, t.name),
    check('customer_field_type', sql`${t.type} in (${oneOf(FIELD_TYPES)})`),
  ],
)

/** Customer settings of an enterprise; without a row the defaults apply. */
export const customerSetting = pgTable('customer_setting', {
  entId: idOf<EntId>('ent_id')
    .primaryKey()
    .references(() => enterprise.id),
  setting: jsonb('setting').$type<Omit<CustomerSetting, 'version'>>().notNull(),
  version: integer('version').notNull().default(1),
  updatedBy: idOf<AgentId>('updated_by'),
  updatedAt: at('updated_at').notNull(),
})
