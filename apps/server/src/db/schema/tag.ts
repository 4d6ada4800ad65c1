import {
  type AgentId,
  type CustomerId,
  type EntId,
  TAG_COLORS,
  TAG_KINDS,
  type TagGroupId,
  type TagId,
  type TagRule,
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
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { at, idOf, oneOf, seq } from './columns.ts'
import { customer } from './customer.ts'
import { enterprise } from './enterprise.ts'

export const tagGroup = pgTable(
  'tag_group',
  {
    entId: idOf<EntId>('ent_id')
      .notNull()
      .references(() => enterprise.id),
    id: idOf<TagGroupId>('id').notNull(),
    name: text('name').notNull(),
    isSingle: boolean('is_single').notNull().default(false),
    position: integer('position').notNull(),
    version: integer('version').notNull().default(1),
    updatedBy: idOf<AgentId>('updated_by'),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.entId, t.id] }), uniqueIndex('tag_group_name').on(t.entId, t.name)],
)

/** Tags that the system binds. */
export const SYSTEM_TAGS = [
  'talked',
  'lead',
  'wechat_copied',
  'form_submitted',
  'high_intent',
  'no_intent',
  'blocked',
  'ad_entry',
] as const

export const tag = pgTable(
  'tag',
  {
    entId: idOf<EntId>('ent_id')
      .notNull()
      .references(() => enterprise.id),
    id: idOf<TagId>('id').notNull(),
    name: text('name').notNull(),
    color: text('color', { enum: TAG_COLORS }).notNull(),
    groupId: idOf<TagGroupId>('group_id'),
    kind: text('kind', { enum: TAG_KINDS }).notNull(),
    /** Key of a system tag. */
    system: text('system', { enum: SYSTEM_TAGS }),
    description: text('description').notNull().default(''),
    /** Of an automatic tag. */
    rule: jsonb('rule').$type<TagRule>(),
    /** Of a tag that the AI binds: whom it fits. */
    aiPrompt: text('ai_prompt').notNull().default(''),
    position: integer('position').notNull().default(0),
    version: integer('version').notNull().default(1),
    updatedBy: idOf<AgentId>('updated_by'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    uniqueIndex('tag_name').on(t.entId, sql`lower(${t.name})`),
    uniqueIndex('tag_system').on(t.entId, t.system),
    foreignKey({ name: 'tag_group_fk', columns: [t.entId, t.groupId], foreignColumns: [tagGroup.entId, tagGroup.id] }),
    check('tag_color', sql`${t.color} in (${oneOf(TAG_COLORS)})`),
    check('tag_kind', sql`${t.kind} in (${oneOf(TAG_KINDS)})`),
    index('tag_auto')
      .on(t.entId)
      .where(sql`kind in ('auto', 'ai')`),
    check('tag_rule_kind', sql`(${t.rule} is not null) = (${t.kind} = 'auto')`),
    check('tag_ai_kind', sql`(${t.aiPrompt} <> '') = (${t.kind} = 'ai')`),
    check('tag_system_kind', sql`(${t.system} is not null) = (${t.kind} = 'system')`),
    check('tag_system_known', sql`${t.system} in (${oneOf(SYSTEM_TAGS)})`),
  ],
)

export const customerTag = pgTable(
  'customer_tag',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    tagId: idOf<TagId>('tag_id').notNull(),
    /** Null: bound by the system. */
    boundBy: idOf<AgentId>('bound_by'),
    boundAt: at('bound_at').notNull(),
    /**
     * The tag's group when it is a single-choice group: set by a trigger on insert. Null on tags that were bound together before their
     * group became one (待整理).
     */
    singleGroupId: idOf<TagGroupId>('single_group_id'),
    /**
     * The customer's number in `customer_no`, by a trigger on insert or when the customer is numbered. Null before that, and where both ran at
     * once or an older node numbered the customer: readers look it up.
     */
    customerNo: integer('customer_no'),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.customerId, t.tagId] }),
    index('customer_tag_tag').on(t.entId, t.tagId, t.customerId),
    // For 待整理: the bindings that no single-choice group has marked.
    index('customer_tag_unmarked')
      .on(t.entId, t.tagId, t.customerId)
      .where(sql`single_group_id is null`),
    index('customer_tag_bound').on(t.entId, t.boundAt, t.tagId, t.customerNo),
    // Partial: only bindings in single-choice groups are indexed.
    uniqueIndex('customer_tag_single')
      .on(t.entId, t.customerId, t.singleGroupId)
      .where(sql`single_group_id is not null`),
    foreignKey({ name: 'customer_tag_tag_fk', columns: [t.entId, t.tagId], foreignColumns: [tag.entId, tag.id] }),
    foreignKey({
      name: 'customer_tag_customer_fk',
      columns: [t.entId, t.customerId],
      foreignColumns: [customer.entId, customer.id],
    }),
  ],
)

/** Customers whose tags the automatic rules have to check, and when. */
export const tagCheck = pgTable(
  'tag_check',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    /** 0: after a message; -1: the same, by the AI; otherwise after so many minutes of silence. */
    minutes: integer('minutes').notNull(),
    dueAt: at('due_at').notNull(),
    /** Messages before this one were checked. */
    fromSeq: seq('from_seq').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.customerId, t.minutes] }),
    index('tag_check_due').on(t.dueAt),
    foreignKey({
      name: 'tag_check_customer_fk',
      columns: [t.entId, t.customerId],
      foreignColumns: [customer.entId, customer.id],
    }).onDelete('cascade'),
  ],
)
