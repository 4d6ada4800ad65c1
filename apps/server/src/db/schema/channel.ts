import {
  ACCOUNT_TYPES,
  AD_STATUSES,
  type AgentId,
  CHANNEL_EVENT_KINDS,
  type ChannelSettingFields,
  type EntId,
  OPEN_STATUSES,
  RECEPTION_MODES,
  type RelationId,
  SOURCES,
} from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import {
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
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { agent } from './agent.ts'
import { at, bytes, idOf, oneOf } from './columns.ts'
import { enterprise } from './enterprise.ts'

/** An account on a platform through which customers write. Sub-accounts (KOS) belong to a main account (CORP). */
export const channelAccount = pgTable(
  'channel_account',
  {
    entId: idOf<EntId>('ent_id')
      .notNull()
      .references(() => enterprise.id),
    id: idOf<RelationId>('id').notNull(),
    source: text('source', { enum: SOURCES }).notNull(),
    accountType: text('account_type', { enum: ACCOUNT_TYPES }).notNull(),
    parentId: idOf<RelationId>('parent_id'),
    /** The platform's id of the account; opaque. */
    platformId: text('platform_id').notNull(),
    /** The platform's code for our side of the binding, where it has one. */
    bindCode: text('bind_code').notNull().default(''),
    name: text('name').notNull(),
    avatar: text('avatar').notNull().default(''),
    /** A sub-account has its main account's status; both are written in one transaction. */
    openStatus: text('open_status', { enum: OPEN_STATUSES }).notNull(),
    adStatus: text('ad_status', { enum: AD_STATUSES }).notNull().default('none'),
    receptionMode: text('reception_mode', { enum: RECEPTION_MODES }).notNull().default('open'),
    scopes: text('scopes').array().notNull().default([]),
    /** Encrypted; null where the whole application shares one token, and on sub-accounts. */
    tokens: bytes('tokens'),
    accessEndsAt: at('access_ends_at'),
    refreshEndsAt: at('refresh_ends_at'),
    renewals: integer('renewals').notNull().default(0),
    /** Next token check, and consecutive failures to reach the platform. */
    keepAt: at('keep_at'),
    keepFailures: integer('keep_failures').notNull().default(0),
    /** Rate limit: send time of the next message at an even pace; a short burst may be sent ahead of it. */
    paceAt: at('pace_at'),
    setting: jsonb('setting').$type<ChannelSettingFields>().notNull(),
    /** Whether its AI also answers from 企业知识库. */
    usesShared: boolean('uses_shared').notNull().default(true),
    lastError: text('last_error'),
    lastErrorAt: at('last_error_at'),
    lastInAt: at('last_in_at'),
    lastOutAt: at('last_out_at'),
    boundBy: idOf<AgentId>('bound_by'),
    /** Last 授权 or 重新授权. An older release drops an unbinding from before this time, so it must not stay behind. */
    boundAt: at('bound_at').notNull(),
    /** Since when it is bound without a break; null: `bound_at`. */
    firstBoundAt: at('first_bound_at'),
    /** Not used; migration 0101 moved it. Builds between releases still select it. */
    authorisedAt: at('authorised_at'),
    unboundAt: at('unbound_at'),
    version: integer('version').notNull().default(1),
    updatedBy: idOf<AgentId>('updated_by'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    // An account is open in one enterprise at a time; the first binding wins.
    uniqueIndex('channel_account_open')
      .on(t.source, t.platformId)
      .where(sql`open_status <> 'unbound'`),
    index('channel_account_platform').on(t.entId, t.source, t.platformId),
    index('channel_account_parent').on(t.entId, t.parentId),
    index('channel_account_keep')
      .on(t.keepAt)
      .where(sql`keep_at is not null`),
    foreignKey({ name: 'channel_account_parent_fk', columns: [t.entId, t.parentId], foreignColumns: [t.entId, t.id] }),
    check('channel_account_source', sql`${t.source} in (${oneOf(SOURCES)})`),
    check('channel_account_type', sql`${t.accountType} in (${oneOf(ACCOUNT_TYPES)})`),
    check('channel_account_kos', sql`(${t.accountType} = 'KOS') = (${t.parentId} is not null)`),
    check('channel_account_open_status', sql`${t.openStatus} in (${oneOf(OPEN_STATUSES)})`),
    check('channel_account_unbound', sql`(${t.openStatus} = 'unbound') = (${t.unboundAt} is not null)`),
    check('channel_account_ad_status', sql`${t.adStatus} in (${oneOf(AD_STATUSES)})`),
    check('channel_account_reception_mode', sql`${t.receptionMode} in (${oneOf(RECEPTION_MODES)})`),
    check('channel_account_renewals', sql`${t.renewals} >= 0`),
  ],
)

/** 绑定时间. */
export const boundSince = sql`coalesce(${channelAccount.firstBoundAt}, ${channelAccount.boundAt})`

/** 等待商家确认, 平台已带回结果, 商家拒绝, 已开通, 未能开通. */
export const ATTEMPT_STATES = ['waiting', 'returned', 'declined', 'opened', 'failed'] as const

/** An agent's attempt to get an account authorised. */
export const channelAttempt = pgTable(
  'channel_attempt',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<string>('id').notNull(),
    agentId: idOf<AgentId>('agent_id').notNull(),
    source: text('source', { enum: SOURCES }).notNull(),
    /** Hash of our opaque code; the code is not stored. Its holder may query the result of the attempt. */
    preCodeHash: bytes('pre_code_hash').notNull(),
    reqPage: text('req_page').notNull(),
    state: text('state', { enum: ATTEMPT_STATES }).notNull().default('waiting'),
    /** The platform's code, encrypted; never exposed to scripts in the browser. */
    code: bytes('code'),
    relationId: idOf<RelationId>('relation_id'),
    failKind: text('fail_kind'),
    failText: text('fail_text'),
    expiresAt: at('expires_at').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    uniqueIndex('channel_attempt_id').on(t.id),
    uniqueIndex('channel_attempt_pre_code').on(t.preCodeHash),
    index('channel_attempt_expires').on(t.expiresAt),
    foreignKey({
      name: 'channel_attempt_agent_fk',
      columns: [t.entId, t.agentId],
      foreignColumns: [agent.entId, agent.id],
    }),
    foreignKey({
      name: 'channel_attempt_account_fk',
      columns: [t.entId, t.relationId],
      foreignColumns: [channelAccount.entId, channelAccount.id],
    }),
    check('channel_attempt_state', sql`${t.state} in (${oneOf(ATTEMPT_STATES)})`),
    check('channel_attempt_opened', sql`(${t.state} = 'opened') = (${t.relationId} is not null)`),
  ],
)

/** Token of the whole application on a platform, shared by all enterprises. */
export const channelAppToken = pgTable('channel_app_token', {
  source: text('source', { enum: SOURCES }).primaryKey(),
  tokens: bytes('tokens').notNull(),
  accessEndsAt: at('access_ends_at').notNull(),
  refreshEndsAt: at('refresh_ends_at'),
  updatedAt: at('updated_at').notNull(),
})

/** Event log of an account, shown on its page. */
export const channelHistory = pgTable(
  'channel_history',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<string>('id').notNull(),
    relationId: idOf<RelationId>('relation_id').notNull(),
    kind: text('kind', { enum: CHANNEL_EVENT_KINDS }).notNull(),
    text: text('text').notNull(),
    operatorId: idOf<AgentId>('operator_id'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    index('channel_history_account').on(t.entId, t.relationId, t.id),
    foreignKey({
      name: 'channel_history_account_fk',
      columns: [t.entId, t.relationId],
      foreignColumns: [channelAccount.entId, channelAccount.id],
    }),
    check('channel_history_kind', sql`${t.kind} in (${oneOf(CHANNEL_EVENT_KINDS)})`),
  ],
)

/** Messages an account sent per day (Asia/Shanghai), counted in the transaction that inserts the message. */
export const channelDay = pgTable(
  'channel_day',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    relationId: idOf<RelationId>('relation_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    sent: integer('sent').notNull().default(0),
    /** Customers that had never written and to whom the account wrote unprompted. */
    strangers: integer('strangers').notNull().default(0),
    /** Automatic messages that the guard or the quota held back. */
    heldBack: integer('held_back').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.relationId, t.day] }),
    foreignKey({
      name: 'channel_day_account_fk',
      columns: [t.entId, t.relationId],
      foreignColumns: [channelAccount.entId, channelAccount.id],
    }),
  ],
)

/** Automatic messages of an account that were held back, by kind: the latest of them and when people were told. */
export const heldBack = pgTable(
  'held_back',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    relationId: idOf<RelationId>('relation_id').notNull(),
    /** `AutomaticKind` of the domain. */
    kind: text('kind').notNull(),
    /** Text of the latest, as in the thread. */
    text: text('text').notNull(),
    /** When the latest ones were held back, newest first; as many as a notice needs. */
    times: at('times').array().notNull(),
    noticedAt: at('noticed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.relationId, t.kind] }),
    foreignKey({
      name: 'held_back_account_fk',
      columns: [t.entId, t.relationId],
      foreignColumns: [channelAccount.entId, channelAccount.id],
    }),
  ],
)
