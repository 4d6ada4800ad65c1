import {
  type AgentId,
  AUDIT_STATUSES,
  CARD_RULE_RESULTS,
  CARD_TYPES,
  type CardRuleCondition,
  type CardRuleId,
  type CardRuleTrigger,
  type ContactChannel,
  type CustomerId,
  type EntId,
  type LeadField,
  type MaterialId,
  type MessageId,
  type RelationId,
  type TagId,
} from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { channelAccount } from './channel.ts'
import { at, idOf, oneOf } from './columns.ts'
import { customer } from './customer.ts'

/** A card of an account: the platform's fields and our own. */
export const material = pgTable(
  'material',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<MaterialId>('id').notNull(),
    relationId: idOf<RelationId>('relation_id').notNull(),
    type: text('type', { enum: CARD_TYPES }).notNull(),
    platformId: text('platform_id').notNull(),
    name: text('name').notNull(),
    title: text('title').notNull(),
    subtitle: text('subtitle').notNull().default(''),
    image: text('image').notNull().default(''),
    /** The picture's id at the platform, where it has one. */
    mediaId: text('media_id').notNull().default(''),
    channel: smallint('channel').$type<ContactChannel>(),
    number: text('number').notNull().default(''),
    agentIds: idOf<AgentId>('agent_ids').array().notNull().default([]),
    /** Agent of the last submission: 轮流 continues after it. */
    lastAgentId: idOf<AgentId>('last_agent_id'),
    fields: text('fields').array().$type<LeadField[]>().notNull().default([]),
    buttonText: text('button_text').notNull().default('提交'),
    afterText: text('after_text').notNull().default(''),
    url: text('url').notNull().default(''),
    expireAt: at('expire_at'),
    enabled: boolean('enabled').notNull().default(true),
    isRemoved: boolean('is_removed').notNull().default(false),
    auditStatus: text('audit_status', { enum: AUDIT_STATUSES }).notNull(),
    auditReason: text('audit_reason').notNull().default(''),
    /** Edited after its approval and under review again: the approved version stays in use. */
    isReviewedAgain: boolean('is_reviewed_again').notNull().default(false),
    sent: integer('sent').notNull().default(0),
    clicked: integer('clicked').notNull().default(0),
    submitted: integer('submitted').notNull().default(0),
    version: integer('version').notNull().default(1),
    updatedBy: idOf<AgentId>('updated_by'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    uniqueIndex('material_platform').on(t.entId, t.relationId, t.platformId),
    index('material_updated').on(t.entId, t.updatedAt, t.id),
    foreignKey({
      name: 'material_account_fk',
      columns: [t.entId, t.relationId],
      foreignColumns: [channelAccount.entId, channelAccount.id],
    }),
    check('material_type', sql`${t.type} in (${oneOf(CARD_TYPES)})`),
    check('material_audit', sql`${t.auditStatus} in (${oneOf(AUDIT_STATUSES)})`),
    check('material_reviewed_again', sql`not ${t.isReviewedAgain} or ${t.auditStatus} = 'passed'`),
  ],
)

export const cardRule = pgTable(
  'card_rule',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<CardRuleId>('id').notNull(),
    relationId: idOf<RelationId>('relation_id').notNull(),
    /** From 0 without gaps within an account; a change of the order locks the account's row. */
    position: integer('position').notNull(),
    name: text('name').notNull(),
    trigger: jsonb('trigger').$type<CardRuleTrigger>().notNull(),
    conditions: jsonb('conditions').$type<CardRuleCondition[]>().notNull().default([]),
    materialIds: idOf<MaterialId>('material_ids').array().notNull(),
    /** 发后打标签. */
    tagIds: idOf<TagId>('tag_ids').array().notNull().default([]),
    before: text('before').notNull().default(''),
    after: text('after').notNull().default(''),
    delaySec: integer('delay_sec').notNull(),
    maxPerCustomer: integer('max_per_customer').notNull(),
    intervalHours: integer('interval_hours').notNull(),
    skipWithLead: boolean('skip_with_lead').notNull(),
    dailyMax: integer('daily_max').notNull(),
    goesOn: boolean('goes_on').notNull(),
    enabled: boolean('enabled').notNull(),
    /** Cards sent so far; selects the next one of several cards. */
    sent: integer('sent').notNull().default(0),
    version: integer('version').notNull().default(1),
    updatedBy: idOf<AgentId>('updated_by'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    index('card_rule_position').on(t.entId, t.relationId, t.position),
    foreignKey({
      name: 'card_rule_account_fk',
      columns: [t.entId, t.relationId],
      foreignColumns: [channelAccount.entId, channelAccount.id],
    }),
  ],
)

/** A card that a rule sent or tried to send; the rule's limits are counted from these rows. */
export const cardRuleLog = pgTable(
  'card_rule_log',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<string>('id').notNull(),
    ruleId: idOf<CardRuleId>('rule_id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    materialId: idOf<MaterialId>('material_id').notNull(),
    messageId: idOf<MessageId>('message_id'),
    /** Idempotency key: the event the rule fired on. A repeated event fires the rule only once. */
    occasion: text('occasion').notNull(),
    result: text('result', { enum: CARD_RULE_RESULTS }).notNull(),
    error: text('error').notNull().default(''),
    clickedAt: at('clicked_at'),
    submittedAt: at('submitted_at'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    index('card_rule_log_rule').on(t.entId, t.ruleId, t.id),
    index('card_rule_log_customer').on(t.entId, t.customerId, t.ruleId, t.createdAt),
    uniqueIndex('card_rule_log_message')
      .on(t.entId, t.messageId)
      .where(sql`message_id is not null`),
    uniqueIndex('card_rule_log_occasion').on(t.entId, t.customerId, t.occasion, t.ruleId),
    foreignKey({
      name: 'card_rule_log_rule_fk',
      columns: [t.entId, t.ruleId],
      foreignColumns: [cardRule.entId, cardRule.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'card_rule_log_customer_fk',
      columns: [t.entId, t.customerId],
      foreignColumns: [customer.entId, customer.id],
    }),
    check('card_rule_log_result', sql`${t.result} in (${oneOf(CARD_RULE_RESULTS)})`),
  ],
)
