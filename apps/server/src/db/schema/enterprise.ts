import type { EntId } from '@ruwu/contract'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { at, idOf } from './columns.ts'

export const enterprise = pgTable('enterprise', {
  id: idOf<EntId>('id').primaryKey(),
  name: text('name').notNull(),
  shortName: text('short_name').notNull().default(''),
  timezone: text('timezone').notNull().default('Asia/Shanghai'),
  createdAt: at('created_at').notNull(),
})
