import { type AgentId, type EmpowerId, type EntId, type GrantId, OAUTH_SCOPES } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import { check, foreignKey, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { agent } from './agent.ts'
import { at, bytes, idOf, oneOf } from './columns.ts'

/** An application that may ask for access; the operator registers it. It belongs to no enterprise. */
export const oauthApp = pgTable('oauth_app', {
  clientId: text('client_id').primaryKey(),
  name: text('name').notNull(),
  logo: text('logo').notNull().default(''),
  /** SHA-256; null: the application cannot keep a secret and has PKCE alone. */
  secretHash: bytes('secret_hash'),
  redirectUris: text('redirect_uris').array().notNull(),
  createdAt: at('created_at').notNull(),
})

const scopes = () => text('scopes', { enum: OAUTH_SCOPES }).array().notNull()
const appId = () =>
  text('client_id')
    .notNull()
    .references(() => oauthApp.clientId, { onDelete: 'cascade' })

/** A request on the consent page; deleted by its answer. */
export const oauthEmpower = pgTable(
  'oauth_empower',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<EmpowerId>('id').notNull(),
    agentId: idOf<AgentId>('agent_id').notNull(),
    clientId: appId(),
    redirectUri: text('redirect_uri').notNull(),
    scopes: scopes(),
    state: text('state').notNull(),
    codeChallenge: text('code_challenge').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    index('oauth_empower_expires').on(t.expiresAt),
    foreignKey({
      name: 'oauth_empower_agent_fk',
      columns: [t.entId, t.agentId],
      foreignColumns: [agent.entId, agent.id],
    }),
  ],
)

/** One consent of an agent to an application. Its code and the tokens that follow work while it is not revoked and the agent is enabled. */
export const oauthGrant = pgTable(
  'oauth_grant',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<GrantId>('id').notNull(),
    agentId: idOf<AgentId>('agent_id').notNull(),
    clientId: appId(),
    scopes: scopes(),
    createdAt: at('created_at').notNull(),
    lastUsedAt: at('last_used_at'),
    revokedAt: at('revoked_at'),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    index('oauth_grant_agent').on(t.entId, t.agentId, t.clientId),
    index('oauth_grant_revoked')
      .on(t.revokedAt)
      .where(sql`revoked_at is not null`),
    foreignKey({
      name: 'oauth_grant_agent_fk',
      columns: [t.entId, t.agentId],
      foreignColumns: [agent.entId, agent.id],
    }),
  ],
)

export const OAUTH_TOKEN_KINDS = ['code', 'access', 'refresh'] as const

/** Codes and tokens; only the SHA-256 is stored. */
export const oauthToken = pgTable(
  'oauth_token',
  {
    hash: bytes('hash').primaryKey(),
    entId: idOf<EntId>('ent_id').notNull(),
    grantId: idOf<GrantId>('grant_id').notNull(),
    kind: text('kind', { enum: OAUTH_TOKEN_KINDS }).notNull(),
    scopes: scopes(),
    expiresAt: at('expires_at').notNull(),
    /** A code or refresh token is used once; a second use revokes the grant. */
    usedAt: at('used_at'),
    redirectUri: text('redirect_uri'),
    codeChallenge: text('code_challenge'),
  },
  (t) => [
    index('oauth_token_expires').on(t.expiresAt),
    index('oauth_token_grant').on(t.entId, t.grantId),
    foreignKey({
      name: 'oauth_token_grant_fk',
      columns: [t.entId, t.grantId],
      foreignColumns: [oauthGrant.entId, oauthGrant.id],
    }).onDelete('cascade'),
    check('oauth_token_kind', sql`${t.kind} in (${oneOf(OAUTH_TOKEN_KINDS)})`),
    check(
      'oauth_token_code',
      sql`(${t.kind} = 'code') = (${t.redirectUri} is not null and ${t.codeChallenge} is not null)`,
    ),
  ],
)
