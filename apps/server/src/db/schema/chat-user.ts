import type { EntId } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { at, bytes, idOf } from './columns.ts'

/**
 * Chat objects belong to a space: an enterprise's own, or the public one of self-registered users. Users see their own
 * space only. Agents and customers are users of their enterprise's space without a row here.
 */
export const PUBLIC_SPACE = '00000000000000000000000000000000' as EntId

export const chatUser = pgTable(
  'chat_user',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: text('id').notNull(),
    /** Null: no login by password (a guest). */
    passwordHash: text('password_hash'),
    displayName: text('display_name').notNull().default(''),
    avatar: text('avatar').notNull().default(''),
    gender: text('gender').notNull().default(''),
    city: text('city').notNull().default(''),
    country: text('country').notNull().default(''),
    locale: text('locale').notNull().default(''),
    publicKey: text('public_key').notNull().default(''),
    source: text('source').notNull().default(''),
    allowGuest: boolean('allow_guest').notNull().default(true),
    enabled: boolean('enabled').notNull().default(true),
    extra: jsonb('extra').$type<Record<string, string>>().notNull().default({}),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.entId, t.id] })],
)

export const chatToken = pgTable(
  'chat_token',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<string>('id').notNull(),
    userId: text('user_id').notNull(),
    tokenHash: bytes('token_hash').notNull(),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    revokedAt: at('revoked_at'),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    uniqueIndex('chat_token_hash').on(t.tokenHash),
    index('chat_token_expires').on(t.expiresAt),
    foreignKey({
      name: 'chat_token_user_fk',
      columns: [t.entId, t.userId],
      foreignColumns: [chatUser.entId, chatUser.id],
    }),
  ],
)

/** One user's view of another. The other need not exist. */
export const relation = pgTable(
  'relation',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    userId: text('user_id').notNull(),
    targetId: text('target_id').notNull(),
    remark: text('remark').notNull().default(''),
    source: text('source').notNull().default(''),
    isStar: boolean('is_star').notNull().default(false),
    isContact: boolean('is_contact').notNull().default(false),
    isBlocked: boolean('is_blocked').notNull().default(false),
    chatAllowed: boolean('chat_allowed').notNull().default(true),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.userId, t.targetId] }),
    index('relation_blocked')
      .on(t.entId, t.userId)
      .where(sql`is_blocked`),
  ],
)
