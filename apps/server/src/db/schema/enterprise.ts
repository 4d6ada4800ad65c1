import type { AgentId, EntId } from '@ruwu/contract'
import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { at, idOf } from './columns.ts'

export const enterprise = pgTable('enterprise', {
  id: idOf<EntId>('id').primaryKey(),
  name: text('name').notNull(),
  shortName: text('short_name').notNull().default(''),
  logo: text('logo').notNull().default(''),
  /** Industry, scale and region are values of the dictionaries. */
  industry: text('industry').notNull().default(''),
  scale: text('scale').notNull().default(''),
  region: text('region').notNull().default(''),
  contact: text('contact').notNull().default(''),
  phone: text('phone').notNull().default(''),
  timezone: text('timezone').notNull().default('Asia/Shanghai'),
  watermark: boolean('watermark').notNull().default(false),
  /** 认证 lifts the limits of a new enterprise; null before it. */
  certifiedAt: at('certified_at'),
  createdAt: at('created_at').notNull(),
  version: integer('version').notNull().default(1),
  updatedBy: idOf<AgentId>('updated_by'),
  updatedAt: at('updated_at'),
})
