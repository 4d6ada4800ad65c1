import type { AgentId, CaptchaId, EntId } from '@ruwu/contract'
import { narrowScope } from '@ruwu/domain'
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { MASKS_PHONES } from '../../customer/customer-setting.repo.ts'
import {
  agent,
  agentTotp,
  authSession,
  captcha,
  customerSetting,
  enterprise,
  type REVOKE_REASONS,
  role,
} from '../../db/schema/index.ts'
import type { Caller } from '../../platform/http/caller.ts'

/** Tokens expire after this time without use. */
export const TOKEN_UNUSED_LIMIT_MS = 30 * 24 * 3_600_000
/** And after this time in any case. */
const TOKEN_LIFE_MS = 180 * 24 * 3_600_000

export type RevokeReason = (typeof REVOKE_REASONS)[number]

type Account = {
  entId: EntId
  agentId: AgentId
  name: string
  entName: string
  passwordHash: string
  isOneTime: boolean
  enabled: boolean
  suspendedAt: Date | null
}

export async function findAccount(db: Queryable, telephone: string): Promise<Account | undefined> {
  const [row] = await db
    .select({
      entId: agent.entId,
      agentId: agent.id,
      name: agent.name,
      entName: enterprise.name,
      passwordHash: agent.passwordHash,
      isOneTime: agent.passwordIsOneTime,
      enabled: agent.enabled,
      suspendedAt: enterprise.suspendedAt,
    })
    .from(agent)
    .innerJoin(enterprise, eq(enterprise.id, agent.entId))
    .where(eq(agent.telephone, telephone))
  return row
}

/** The row stays as it is until commit: a sign-in is either refused or among those that a suspension ends. */
export async function isSuspended(db: Queryable, entId: EntId): Promise<boolean> {
  const [row] = await db
    .select({ suspendedAt: enterprise.suspendedAt })
    .from(enterprise)
    .where(eq(enterprise.id, entId))
    .for('share')
  return row !== undefined && row.suspendedAt !== null
}

/** Whether a token's sign-in was ended by a suspension that lasts. */
export async function isOfSuspended(db: Queryable, tokenHash: Buffer): Promise<boolean> {
  const [row] = await db
    .select({ id: authSession.id })
    .from(authSession)
    .innerJoin(enterprise, eq(enterprise.id, authSession.entId))
    .where(
      and(
        eq(authSession.tokenHash, tokenHash),
        eq(authSession.revokeReason, 'suspended'),
        isNotNull(enterprise.suspendedAt),
      ),
    )
  return row !== undefined
}

type NewSession = {
  entId: EntId
  id: string
  agentId: AgentId
  tokenHash: Buffer
  ip: string
  userAgent: string
  expiresAt: Date | null
  now: Date
}

export async function insertSession(db: Queryable, { now, ...session }: NewSession): Promise<void> {
  await db.insert(authSession).values({ ...session, createdAt: now, lastUsedAt: now })
}

/** The valid sign-in of a token, with the agent's current rights. */
export async function findCaller(
  db: Queryable,
  tokenHash: Buffer,
  now: Date,
): Promise<(Caller & { lastUsedAt: Date }) | undefined> {
  const isInTime = and(
    gt(authSession.lastUsedAt, before(now, TOKEN_UNUSED_LIMIT_MS)),
    gt(authSession.createdAt, before(now, TOKEN_LIFE_MS)),
  )
  const [row] = await selectCaller(db)
    .where(and(eq(authSession.tokenHash, tokenHash), isInTime, isLiving(now)))
    // Runs on every request, hence a prepared statement.
    .prepare('auth_caller')
    .execute()
  return row && toCaller(row)
}

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms)

/** The same by sign-in id. */
export async function findCallerBySession(
  db: Queryable,
  entId: EntId,
  sessionId: string,
  now: Date,
): Promise<Caller | undefined> {
  const isAsked = and(eq(authSession.entId, entId), eq(authSession.id, sessionId))
  const [row] = await selectCaller(db).where(and(isAsked, isLiving(now)))
  return row && toCaller(row)
}

/** An agent's rights now, for work that outlives the request and the sign-in; undefined when the agent is disabled or the enterprise suspended. */
export async function findCallerOfAgent(db: Queryable, entId: EntId, agentId: AgentId): Promise<Caller | undefined> {
  const [row] = await db
    .select({
      permissions: role.permissions,
      customerScope: role.customerScope,
      ownAccounts: agent.accountScope,
      roleAccounts: role.accountScope,
      masksPhones: MASKS_PHONES,
    })
    .from(agent)
    .innerJoin(role, and(eq(role.entId, agent.entId), eq(role.id, agent.roleId)))
    .innerJoin(enterprise, eq(enterprise.id, agent.entId))
    .leftJoin(customerSetting, eq(customerSetting.entId, agent.entId))
    .where(and(eq(agent.entId, entId), eq(agent.id, agentId), eq(agent.enabled, true), isNull(enterprise.suspendedAt)))
  return row && { entId, agentId, sessionId: '', ip: '', masksPhones: row.masksPhones, ...toRights(row) }
}

const selectCaller = (db: Queryable) =>
  db
    .select({
      entId: authSession.entId,
      agentId: authSession.agentId,
      sessionId: authSession.id,
      ip: authSession.ip,
      lastUsedAt: authSession.lastUsedAt,
      isVisitor: sql<boolean>`${authSession.expiresAt} is not null`,
      permissions: role.permissions,
      customerScope: role.customerScope,
      ownAccounts: agent.accountScope,
      roleAccounts: role.accountScope,
      masksPhones: MASKS_PHONES,
    })
    .from(authSession)
    .innerJoin(agent, and(eq(agent.entId, authSession.entId), eq(agent.id, authSession.agentId)))
    .innerJoin(role, and(eq(role.entId, agent.entId), eq(role.id, agent.roleId)))
    .leftJoin(agentTotp, and(eq(agentTotp.entId, agent.entId), eq(agentTotp.agentId, agent.id)))
    .leftJoin(customerSetting, eq(customerSetting.entId, authSession.entId))

type CallerRow = Awaited<ReturnType<typeof selectCaller>>[number]

const toCaller = ({ ownAccounts, roleAccounts, permissions, customerScope, ...row }: CallerRow) => ({
  ...row,
  ...toRights({ ownAccounts, roleAccounts, permissions, customerScope }),
})

type RightsRow = Pick<CallerRow, 'permissions' | 'customerScope' | 'ownAccounts' | 'roleAccounts'>

const toRights = ({ ownAccounts, roleAccounts, permissions, customerScope }: RightsRow) => ({
  permissions: new Set(permissions),
  customerScope,
  accountScope: narrowScope(ownAccounts, roleAccounts),
})

/** Where the role demands a second step, an agent without one has to sign in again and set it up. */
const isLiving = (now: Date) =>
  and(
    isNull(authSession.revokedAt),
    or(isNull(authSession.expiresAt), gt(authSession.expiresAt, now)),
    eq(agent.enabled, true),
    or(eq(role.requiresTotp, false), isNotNull(agentTotp.agentId)),
  )

export async function touchSession(db: Queryable, entId: EntId, id: string, now: Date): Promise<void> {
  await db
    .update(authSession)
    .set({ lastUsedAt: now })
    .where(and(eq(authSession.entId, entId), eq(authSession.id, id), lt(authSession.lastUsedAt, now)))
}

/** An agent's sign-ins, ended ones included until they are deleted; the last used first. */
export const listSessions = (db: Queryable, entId: EntId, agentId: AgentId) =>
  db
    .select()
    .from(authSession)
    .where(and(eq(authSession.entId, entId), eq(authSession.agentId, agentId)))
    .orderBy(desc(authSession.lastUsedAt), desc(authSession.id))
    .limit(SESSIONS_SHOWN)

const SESSIONS_SHOWN = 50

/** `withoutSecondStep`: of agents who lack the second step that their role demands. */
type Sessions =
  | { agentId: AgentId; except?: string }
  | { sessionId: string; agentId: AgentId }
  | 'withoutSecondStep'
  | 'all'

/** Revokes sign-ins; returns their ids. */
export async function revokeSessions(
  db: Queryable,
  entId: EntId,
  which: Sessions,
  reason: RevokeReason,
  now: Date,
): Promise<string[]> {
  const rows = await db
    .update(authSession)
    .set({ revokedAt: now, revokeReason: reason })
    .where(and(eq(authSession.entId, entId), isNull(authSession.revokedAt), chosenBy(db, entId, which)))
    .returning({ id: authSession.id })
  return rows.map((row) => row.id)
}

function chosenBy(db: Queryable, entId: EntId, which: Sessions): SQL | undefined {
  if (which === 'all') return undefined
  if (which === 'withoutSecondStep') return inArray(authSession.agentId, agentsWithoutSecondStep(db, entId))
  const isOfAgent = eq(authSession.agentId, which.agentId)
  if ('sessionId' in which) return and(isOfAgent, eq(authSession.id, which.sessionId))
  return which.except === undefined ? isOfAgent : and(isOfAgent, ne(authSession.id, which.except))
}

const agentsWithoutSecondStep = (db: Queryable, entId: EntId) =>
  db
    .select({ id: agent.id })
    .from(agent)
    .innerJoin(role, and(eq(role.entId, agent.entId), eq(role.id, agent.roleId)))
    .leftJoin(agentTotp, and(eq(agentTotp.entId, agent.entId), eq(agentTotp.agentId, agent.id)))
    .where(and(eq(agent.entId, entId), eq(role.requiresTotp, true), isNull(agentTotp.agentId)))

export async function replaceToken(db: Queryable, entId: EntId, sessionId: string, tokenHash: Buffer): Promise<void> {
  await db
    .update(authSession)
    .set({ tokenHash })
    .where(and(eq(authSession.entId, entId), eq(authSession.id, sessionId)))
}

/** Those of the sign-ins that are revoked or over, with the reason. */
export async function endedSessions(db: Queryable, ids: string[], now: Date) {
  return db
    .select({ entId: authSession.entId, id: authSession.id, reason: authSession.revokeReason })
    .from(authSession)
    .where(and(inArray(authSession.id, ids), or(isNotNull(authSession.revokedAt), lte(authSession.expiresAt, now))))
}

/** Deletes expired captchas, and sign-ins that are too old, or unused or revoked for too long. */
export async function deleteExpired(db: Queryable, now: Date): Promise<void> {
  const usedBefore = before(now, TOKEN_UNUSED_LIMIT_MS)
  await db.delete(captcha).where(lt(captcha.expiresAt, now))
  await db
    .delete(authSession)
    .where(
      or(
        lt(authSession.createdAt, before(now, TOKEN_LIFE_MS)),
        lt(authSession.lastUsedAt, usedBefore),
        lt(authSession.revokedAt, usedBefore),
      ),
    )
}

export async function insertCaptcha(db: Queryable, id: CaptchaId, answer: string, expiresAt: Date): Promise<void> {
  await db.insert(captcha).values({ id, answer, expiresAt })
}

/** A captcha is valid for one attempt: reading the answer deletes it. */
export async function takeCaptcha(db: Queryable, id: CaptchaId, now: Date): Promise<string | undefined> {
  const [row] = await db
    .delete(captcha)
    .where(and(eq(captcha.id, id), gt(captcha.expiresAt, now)))
    .returning({ answer: captcha.answer })
  return row?.answer
}
