import {
  type AgentId,
  type CustomerId,
  type EntAccountSetting,
  type EntId,
  type MessageId,
  POINT_ITEMS,
  POINT_POOLS,
  POINT_TYPES,
  type PointLotId,
  type PointRowId,
  type RelationId,
  type SessionId,
} from '@ruwu/contract'
import { DEFAULT_TIME_ZONE } from '@ruwu/domain'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { at, idOf, oneOf } from './columns.ts'
import { enterprise } from './enterprise.ts'

/** Balance of an enterprise: the sum of its ledger. Every movement of points locks this row. */
export const pointAccount = pgTable(
  'point_account',
  {
    entId: idOf<EntId>('ent_id')
      .primaryKey()
      .references(() => enterprise.id),
    orderPoints: integer('order_points').notNull().default(0),
    bonusOrderPoints: integer('bonus_order_points').notNull().default(0),
    bonusHumanPoints: integer('bonus_human_points').notNull().default(0),
    hasPaid: boolean('has_paid').notNull().default(false),
    setting: jsonb('setting').$type<EntAccountSetting>(),
    version: integer('version').notNull().default(1),
    /** Time zone of the days of `point_day`; differs from the enterprise's until they are computed again. */
    dayZone: text('day_zone').notNull().default(DEFAULT_TIME_ZONE),
    /** The smallest threshold (30, 7, 3, 1 days) that 通知人 were told of; null again when points are added. */
    toldDays: integer('told_days'),
    /** 通知人 who have not yet seen in the console what was told last. */
    unseenBy: idOf<AgentId>('unseen_by').array().notNull().default([]),
    /** Last change of the setting. */
    updatedBy: idOf<AgentId>('updated_by'),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [check('point_account_bonus', sql`${t.bonusOrderPoints} >= 0 and ${t.bonusHumanPoints} >= 0`)],
)

/** Points granted together, with one expiry. */
export const pointLot = pgTable(
  'point_lot',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<PointLotId>('id').notNull(),
    pool: text('pool', { enum: POINT_POOLS }).notNull(),
    points: integer('points').notNull(),
    remain: integer('remain').notNull(),
    expireAt: at('expire_at').notNull(),
    orderNo: text('order_no'),
    /** Of a refunded order: nothing is returned to it. */
    voided: boolean('voided').notNull().default(false),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    index('point_lot_left')
      .on(t.entId, t.expireAt)
      .where(sql`remain > 0`),
    index('point_lot_expire')
      .on(t.expireAt)
      .where(sql`remain > 0`),
    foreignKey({ name: 'point_lot_account_fk', columns: [t.entId], foreignColumns: [pointAccount.entId] }),
    check('point_lot_pool', sql`${t.pool} in (${oneOf(POINT_POOLS)})`),
    check('point_lot_remain', sql`${t.remain} between 0 and ${t.points}`),
    check('point_lot_voided', sql`not ${t.voided} or ${t.remain} = 0`),
  ],
)

/** Every movement of points; append-only: a trigger refuses UPDATE and DELETE, except the deletion of a demo. */
export const pointLedger = pgTable(
  'point_ledger',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<PointRowId>('id').notNull(),
    /** Insertion order, also of rows with the same time. */
    no: bigint('no', { mode: 'number' }).generatedAlwaysAsIdentity(),
    at: at('at').notNull(),
    type: text('type', { enum: POINT_TYPES }).notNull(),
    item: text('item', { enum: POINT_ITEMS }),
    delta: integer('delta').notNull(),
    pool: text('pool', { enum: POINT_POOLS }).notNull(),
    lotId: idOf<PointLotId>('lot_id'),
    orderPoints: integer('order_points').notNull(),
    bonusOrderPoints: integer('bonus_order_points').notNull(),
    bonusHumanPoints: integer('bonus_human_points').notNull(),
    relationId: idOf<RelationId>('relation_id'),
    customerId: idOf<CustomerId>('customer_id'),
    sessionId: idOf<SessionId>('session_id'),
    messageId: idOf<MessageId>('message_id'),
    orderNo: text('order_no'),
    operatorId: idOf<AgentId>('operator_id'),
    reason: text('reason').notNull().default(''),
    /**
     * Idempotency key: one cause moves points once; a charge over several lots has one row per lot, numbered by `part`.
     */
    key: text('key').notNull(),
    part: integer('part').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    uniqueIndex('point_ledger_key').on(t.entId, t.key, t.part),
    index('point_ledger_at').on(t.entId, t.at, t.no),
    // Bills of rare types and items lie far apart between those of answers.
    index('point_ledger_type')
      .on(t.entId, t.type, t.at, t.no)
      .where(sql`type <> 'consume'`),
    index('point_ledger_item')
      .on(t.entId, t.item, t.at, t.no)
      .where(sql`item <> 'ai_reply'`),
    // Bills sorted by 变动, either way.
    index('point_ledger_delta').on(t.entId, t.delta, t.at, t.no),
    index('point_ledger_account').on(t.entId, t.relationId, t.at),
    index('point_ledger_message').on(t.entId, t.messageId),
    index('point_ledger_session')
      .on(t.entId, t.sessionId)
      .where(sql`session_id is not null`),
    foreignKey({ name: 'point_ledger_account_fk', columns: [t.entId], foreignColumns: [pointAccount.entId] }),
    check('point_ledger_type', sql`${t.type} in (${oneOf(POINT_TYPES)})`),
    check('point_ledger_item', sql`${t.item} in (${oneOf(POINT_ITEMS)})`),
    check('point_ledger_pool', sql`${t.pool} in (${oneOf(POINT_POOLS)})`),
  ],
)

/**
 * The ledger by day, type, item and account, written with every movement: bills, trends and daily limits read few rows. Days are those
 * of `point_account.day_zone`. Derived, rebuildable.
 */
export const pointDay = pgTable(
  'point_day',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    type: text('type', { enum: POINT_TYPES }).notNull(),
    item: text('item', { enum: POINT_ITEMS }),
    relationId: idOf<RelationId>('relation_id'),
    delta: bigint('delta', { mode: 'number' }).notNull(),
    /** Rows of the ledger. */
    rows: integer('rows').notNull(),
    /** Causes: a charge over several lots has several rows. */
    times: integer('times').notNull(),
    /** The last row, and the balance after it. */
    lastNo: bigint('last_no', { mode: 'number' }).notNull(),
    lastId: idOf<PointRowId>('last_id').notNull(),
    orderPoints: integer('order_points').notNull(),
    bonusOrderPoints: integer('bonus_order_points').notNull(),
    bonusHumanPoints: integer('bonus_human_points').notNull(),
  },
  (t) => [unique('point_day_key').on(t.entId, t.day, t.type, t.item, t.relationId).nullsNotDistinct()],
)

/** Sessions in which the customer got the notice that the AI no longer answers: once per session. */
export const pointReply = pgTable(
  'point_reply',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    sessionId: idOf<SessionId>('session_id').notNull(),
    at: at('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.entId, t.sessionId] })],
)
