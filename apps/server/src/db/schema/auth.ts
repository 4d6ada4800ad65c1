import type { AgentId, CaptchaId, EntId } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { agent } from './agent.ts'
import { at, bytes, idOf, oneOf } from './columns.ts'

export const REVOKE_REASONS = ['logout', 'kick_self', 'kick_by_password_updated', 'forced', 'suspended'] as const

/** A sign-in. Only the SHA-256 of the token is stored. */
export const authSession = pgTable(
  'auth_session',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<string>('id').notNull(),
    agentId: idOf<AgentId>('agent_id').notNull(),
    tokenHash: bytes('token_hash').notNull(),
    ip: text('ip').notNull(),
    userAgent: text('user_agent').notNull().default(''),
    createdAt: at('created_at').notNull(),
    lastUsedAt: at('last_used_at').notNull(),
    /** Of a visitor of /demo alone: opens nothing from then on. */
    expiresAt: at('expires_at'),
    revokedAt: at('revoked_at'),
    revokeReason: text('revoke_reason', { enum: REVOKE_REASONS }),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    uniqueIndex('auth_session_token').on(t.tokenHash),
    index('auth_session_agent')
      .on(t.entId, t.agentId)
      .where(sql`revoked_at is null`),
    index('auth_session_list').on(t.entId, t.agentId, t.lastUsedAt),
    index('auth_session_last_used').on(t.lastUsedAt),
    foreignKey({
      name: 'auth_session_agent_fk',
      columns: [t.entId, t.agentId],
      foreignColumns: [agent.entId, agent.id],
    }),
    check('auth_session_reason', sql`${t.revokeReason} in (${oneOf(REVOKE_REASONS)})`),
    check('auth_session_revoked', sql`(${t.revokedAt} is null) = (${t.revokeReason} is null)`),
  ],
)

/** Attempts since the window began; the row lock makes concurrent attempts count. */
export const throttle = pgTable(
  'throttle',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    windowStartedAt: at('window_started_at').notNull(),
    windowEndsAt: at('window_ends_at').notNull(),
  },
  (t) => [index('throttle_window').on(t.windowEndsAt)],
)

/** Captcha; deleted by the attempt that uses it, right or wrong. */
export const captcha = pgTable(
  'captcha',
  {
    id: idOf<CaptchaId>('id').primaryKey(),
    answer: text('answer').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index('captcha_expires').on(t.expiresAt)],
)
