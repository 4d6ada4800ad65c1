import {
  type AgentId,
  BUILTIN_ROLE_KEYS,
  CUSTOMER_SCOPES,
  type EntId,
  type Permission,
  type RelationId,
  type RoleId,
} from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { at, idOf, oneOf } from './columns.ts'
import { enterprise } from './enterprise.ts'

export const role = pgTable(
  'role',
  {
    entId: idOf<EntId>('ent_id')
      .notNull()
      .references(() => enterprise.id),
    id: idOf<RoleId>('id').notNull(),
    name: text('name').notNull(),
    builtin: text('builtin', { enum: BUILTIN_ROLE_KEYS }),
    description: text('description').notNull().default(''),
    permissions: text('permissions').array().$type<Permission[]>().notNull(),
    customerScope: text('customer_scope', { enum: CUSTOMER_SCOPES }).notNull(),
    /** 渠道账号范围; null: all accounts. An agent has those of the role that are also in the agent's own scope. */
    accountScope: idOf<RelationId>('account_scope').array(),
    requiresTotp: boolean('requires_totp').notNull().default(false),
    version: integer('version').notNull().default(1),
    updatedBy: idOf<AgentId>('updated_by'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    uniqueIndex('role_name_unique').on(t.entId, t.name),
    uniqueIndex('role_builtin_unique').on(t.entId, t.builtin),
    check('role_builtin', sql`${t.builtin} in (${oneOf(BUILTIN_ROLE_KEYS)})`),
    check('role_customer_scope', sql`${t.customerScope} in (${oneOf(CUSTOMER_SCOPES)})`),
  ],
)

export const AGENT_STATES = ['online', 'invisible'] as const

export const agent = pgTable(
  'agent',
  {
    entId: idOf<EntId>('ent_id')
      .notNull()
      .references(() => enterprise.id),
    id: idOf<AgentId>('id').notNull(),
    roleId: idOf<RoleId>('role_id').notNull(),
    name: text('name').notNull(),
    /** Sign-in name, unique over all enterprises: one telephone signs in to one enterprise. */
    telephone: text('telephone').notNull(),
    passwordHash: text('password_hash').notNull(),
    /** Given by the operator: it signs in only together with the password that replaces it. */
    passwordIsOneTime: boolean('password_is_one_time').notNull().default(false),
    avatar: text('avatar').notNull().default(''),
    /** `invisible` until the first sign-in, which sets it to online; from then on the agent chooses it. */
    status: text('status', { enum: AGENT_STATES }).notNull().default('invisible'),
    /** 忙碌: why the agent is invisible, and when the status returns to online. */
    busyReason: text('busy_reason'),
    busyUntil: at('busy_until'),
    enabled: boolean('enabled').notNull().default(true),
    /** Of a disabled agent: who gets its customers (null: 未分配), and by whose order. */
    handoverAgentId: idOf<AgentId>('handover_agent_id'),
    disabledBy: idOf<AgentId>('disabled_by'),
    /** 接待上限. */
    receptionLimit: integer('reception_limit').notNull().default(50),
    /** 可接待账号; null: all of them. */
    accountScope: idOf<RelationId>('account_scope').array(),
    lastAssignedAt: at('last_assigned_at'),
    lastLoginAt: at('last_login_at'),
    lastLoginIp: text('last_login_ip'),
    /** Of the fields that an administrator sets, and who set them last. */
    version: integer('version').notNull().default(1),
    updatedBy: idOf<AgentId>('updated_by'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    uniqueIndex('agent_telephone_unique').on(t.telephone),
    index('agent_role').on(t.entId, t.roleId),
    foreignKey({ name: 'agent_role_fk', columns: [t.entId, t.roleId], foreignColumns: [role.entId, role.id] }),
    index('agent_disabled')
      .on(t.entId, t.id)
      .where(sql`not enabled`),
    foreignKey({ name: 'agent_handover_fk', columns: [t.entId, t.handoverAgentId], foreignColumns: [t.entId, t.id] }),
    index('agent_busy_until')
      .on(t.busyUntil)
      .where(sql`busy_until is not null`),
    check('agent_busy', sql`${t.busyReason} is null or ${t.status} = 'invisible'`),
    check('agent_busy_until', sql`${t.busyUntil} is null or ${t.busyReason} is not null`),
    check('agent_handover', sql`not ${t.enabled} or ${t.handoverAgentId} is null`),
    check('agent_limit', sql`${t.receptionLimit} between 1 and 200`),
    check('agent_status', sql`${t.status} in (${oneOf(AGENT_STATES)})`),
  ],
)
