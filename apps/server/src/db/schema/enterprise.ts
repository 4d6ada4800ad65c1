import { type AgentId, type EntId, RETENTION_DAYS } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { at, idOf } from './columns.ts'

export const enterprise = pgTable(
  'enterprise',
  {
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
    /** Days after which conversations are deleted. */
    retentionDays: integer('retention_days').notNull().default(RETENTION_DAYS.default),
    /** 认证 lifts the limits of a new enterprise; null before it. */
    certifiedAt: at('certified_at'),
    /** 注销: when it takes effect, when it did, and when the last row of the enterprise was deleted. */
    closesAt: at('closes_at'),
    closedAt: at('closed_at'),
    erasedAt: at('erased_at'),
    /** 暂停所有自动化. */
    automationPausedAt: at('automation_paused_at'),
    /** By the operator: sign-in and calls are refused, AI and automation do not run, inbound messages are stored. */
    suspendedAt: at('suspended_at'),
    /** Of a visitor's demo alone: it ends then, and is deleted whole. */
    demoEndsAt: at('demo_ends_at'),
    createdAt: at('created_at').notNull(),
    version: integer('version').notNull().default(1),
    updatedBy: idOf<AgentId>('updated_by'),
    updatedAt: at('updated_at'),
  },
  (t) => [
    check('enterprise_closed', sql`${t.closedAt} is null or ${t.closesAt} is not null`),
    check('enterprise_erased', sql`${t.erasedAt} is null or ${t.closedAt} is not null`),
    check(
      'enterprise_retention',
      sql`${t.retentionDays} between ${sql.raw(String(RETENTION_DAYS.min))} and ${sql.raw(String(RETENTION_DAYS.max))}`,
    ),
  ],
)
