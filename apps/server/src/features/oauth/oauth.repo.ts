import type { AgentId, EmpowerId, EntId, GrantId } from '@ruwu/contract'
import { and, asc, desc, eq, exists, gt, inArray, isNull, lt, notExists, or, type SQL } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { agent, enterprise, oauthApp, oauthEmpower, oauthGrant, oauthToken } from '../../db/schema/index.ts'

export type App = typeof oauthApp.$inferSelect
export type Empower = typeof oauthEmpower.$inferSelect
type Token = typeof oauthToken.$inferSelect

export async function insertApp(db: Queryable, app: App): Promise<void> {
  await db.insert(oauthApp).values(app)
}

export const listApps = (db: Queryable): Promise<App[]> => db.select().from(oauthApp).orderBy(asc(oauthApp.createdAt))

/** With what it was allowed. */
export async function deleteApp(db: Queryable, clientId: string): Promise<App | undefined> {
  const [app] = await db.delete(oauthApp).where(eq(oauthApp.clientId, clientId)).returning()
  return app
}

export async function findApp(db: Queryable, clientId: string): Promise<App | undefined> {
  const [app] = await db.select().from(oauthApp).where(eq(oauthApp.clientId, clientId))
  return app
}

export async function insertEmpower(db: Queryable, empower: Empower): Promise<void> {
  await db.insert(oauthEmpower).values(empower)
}

/** Deletes the request and returns it: of two concurrent answers one gets the row. */
export async function takeEmpower(
  db: Queryable,
  { entId, agentId }: { entId: EntId; agentId: AgentId },
  id: EmpowerId,
  now: Date,
): Promise<Empower | undefined> {
  const [empower] = await db
    .delete(oauthEmpower)
    .where(
      and(
        eq(oauthEmpower.entId, entId),
        eq(oauthEmpower.id, id),
        eq(oauthEmpower.agentId, agentId),
        gt(oauthEmpower.expiresAt, now),
      ),
    )
    .returning()
  return empower
}

type NewGrant = Omit<typeof oauthGrant.$inferInsert, 'lastUsedAt' | 'revokedAt'>

/** Each consent is a grant of its own: a stolen code or token of one device ends the grant of that device. */
export async function insertGrant(db: Queryable, grant: NewGrant): Promise<void> {
  await db.insert(oauthGrant).values(grant)
}

/** The tokens of the grant in the outer query. */
const tokensOfGrant = (db: Queryable, which?: SQL) =>
  db
    .select({ hash: oauthToken.hash })
    .from(oauthToken)
    .where(and(eq(oauthToken.entId, oauthGrant.entId), eq(oauthToken.grantId, oauthGrant.id), which))

/** Those by which an application can still read something, newest first. */
export function listGrants(db: Queryable, entId: EntId, now: Date) {
  const isAlive = exists(tokensOfGrant(db, gt(oauthToken.expiresAt, now)))
  return db
    .select({
      id: oauthGrant.id,
      clientId: oauthGrant.clientId,
      appName: oauthApp.name,
      appLogo: oauthApp.logo,
      agentId: oauthGrant.agentId,
      agentName: agent.name,
      scopes: oauthGrant.scopes,
      createdAt: oauthGrant.createdAt,
      lastUsedAt: oauthGrant.lastUsedAt,
    })
    .from(oauthGrant)
    .innerJoin(oauthApp, eq(oauthApp.clientId, oauthGrant.clientId))
    .innerJoin(agent, and(eq(agent.entId, oauthGrant.entId), eq(agent.id, oauthGrant.agentId)))
    .where(and(eq(oauthGrant.entId, entId), isNull(oauthGrant.revokedAt), isAlive))
    .orderBy(desc(oauthGrant.createdAt), desc(oauthGrant.id))
}

export async function findGrant(db: Queryable, entId: EntId, id: GrantId) {
  const [grant] = await db
    .select({
      agentId: oauthGrant.agentId,
      agentName: agent.name,
      clientId: oauthGrant.clientId,
      appName: oauthApp.name,
    })
    .from(oauthGrant)
    .innerJoin(oauthApp, eq(oauthApp.clientId, oauthGrant.clientId))
    .innerJoin(agent, and(eq(agent.entId, oauthGrant.entId), eq(agent.id, oauthGrant.agentId)))
    .where(and(eq(oauthGrant.entId, entId), eq(oauthGrant.id, id)))
  return grant
}

/** All that the agent allowed the application; false where nothing was left. */
export async function revokeGrants(
  db: Queryable,
  entId: EntId,
  { agentId, clientId }: { agentId: AgentId; clientId: string },
  now: Date,
): Promise<boolean> {
  const revoked = await db
    .update(oauthGrant)
    .set({ revokedAt: now })
    .where(
      and(
        eq(oauthGrant.entId, entId),
        eq(oauthGrant.agentId, agentId),
        eq(oauthGrant.clientId, clientId),
        isNull(oauthGrant.revokedAt),
      ),
    )
    .returning({ id: oauthGrant.id })
  return revoked.length > 0
}

export async function revokeGrant(db: Queryable, entId: EntId, id: GrantId, now: Date): Promise<void> {
  await db
    .update(oauthGrant)
    .set({ revokedAt: now })
    .where(and(eq(oauthGrant.entId, entId), eq(oauthGrant.id, id), isNull(oauthGrant.revokedAt)))
}

export async function touchGrant(db: Queryable, entId: EntId, id: GrantId, now: Date): Promise<void> {
  await db
    .update(oauthGrant)
    .set({ lastUsedAt: now })
    .where(and(eq(oauthGrant.entId, entId), eq(oauthGrant.id, id)))
}

export async function insertTokens(db: Queryable, tokens: (typeof oauthToken.$inferInsert)[]): Promise<void> {
  await db.insert(oauthToken).values(tokens)
}

export type Holder = { clientId: string; agentId: AgentId; name: string; avatar: string; entName: string }

/** A code or token that has not expired, of a grant that is not revoked and an agent who is enabled; used ones too. */
export async function findToken(
  db: Queryable,
  hash: Buffer,
  kinds: readonly Token['kind'][],
  now: Date,
): Promise<(Token & Holder) | undefined> {
  const [row] = await db
    .select({
      token: oauthToken,
      clientId: oauthGrant.clientId,
      agentId: oauthGrant.agentId,
      name: agent.name,
      avatar: agent.avatar,
      entName: enterprise.name,
    })
    .from(oauthToken)
    .innerJoin(oauthGrant, and(eq(oauthGrant.entId, oauthToken.entId), eq(oauthGrant.id, oauthToken.grantId)))
    .innerJoin(agent, and(eq(agent.entId, oauthGrant.entId), eq(agent.id, oauthGrant.agentId)))
    .innerJoin(enterprise, eq(enterprise.id, oauthGrant.entId))
    .where(
      and(
        eq(oauthToken.hash, hash),
        inArray(oauthToken.kind, [...kinds]),
        gt(oauthToken.expiresAt, now),
        isNull(oauthGrant.revokedAt),
        eq(agent.enabled, true),
        isNull(enterprise.suspendedAt),
      ),
    )
  if (!row) return undefined
  const { token, ...holder } = row
  return { ...token, ...holder }
}

/** False for the second of two uses at once. */
export async function useToken(db: Queryable, hash: Buffer, now: Date): Promise<boolean> {
  const used = await db
    .update(oauthToken)
    .set({ usedAt: now })
    .where(and(eq(oauthToken.hash, hash), isNull(oauthToken.usedAt)))
    .returning({ kind: oauthToken.kind })
  return used.length > 0
}

export async function deleteOldGrants(db: Queryable, now: Date): Promise<void> {
  await db.delete(oauthEmpower).where(lt(oauthEmpower.expiresAt, now))
  await db.delete(oauthToken).where(lt(oauthToken.expiresAt, now))
  await db.delete(oauthGrant).where(or(lt(oauthGrant.revokedAt, now), notExists(tokensOfGrant(db))))
}
