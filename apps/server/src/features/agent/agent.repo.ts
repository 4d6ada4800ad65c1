import type { AccountScope, AgentId, EntId, Permission, RelationId, RoleId } from '@ruwu/contract'
import { ALL_ACCOUNTS, type Rights } from '@ruwu/domain'
import { and, asc, count, eq, getTableColumns, ilike, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { hasInScope } from '../../customer/account-scope.repo.ts'
import { containing } from '../../db/containing.ts'
import type { Queryable } from '../../db/database.ts'
import { agent, channelAccount, role } from '../../db/schema/index.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { NotFoundError } from '../../platform/http/errors.ts'

export type AgentRow = typeof agent.$inferSelect & { roleName: string }

type AgentFilter = {
  id?: AgentId
  status?: AgentRow['status'] | undefined
  roleId?: RoleId | undefined
  enabled?: boolean | undefined
  keyword?: string | undefined
  /** Whether the keyword may be a telephone: a hit confirms it. */
  findsTelephone?: boolean
}

export async function listAgents(db: Queryable, entId: EntId, filter: AgentFilter = {}): Promise<AgentRow[]> {
  const conditions: (SQL | undefined)[] = [
    eq(agent.entId, entId),
    filter.id && eq(agent.id, filter.id),
    filter.status && eq(agent.status, filter.status),
    filter.roleId && eq(agent.roleId, filter.roleId),
    filter.enabled === undefined ? undefined : eq(agent.enabled, filter.enabled),
    filter.keyword
      ? or(
          ilike(agent.name, containing(filter.keyword)),
          filter.findsTelephone ? eq(agent.telephone, filter.keyword) : undefined,
        )
      : undefined,
  ]
  return db
    .select({ ...getTableColumns(agent), roleName: role.name })
    .from(agent)
    .innerJoin(role, and(eq(role.entId, agent.entId), eq(role.id, agent.roleId)))
    .where(and(...conditions))
    .orderBy(asc(agent.createdAt), asc(agent.id))
}

export async function getAgent(db: Queryable, entId: EntId, id: AgentId): Promise<AgentRow> {
  const [row] = await listAgents(db, entId, { id })
  if (!row) throw new NotFoundError('客服')
  return row
}

export async function findRoleName(db: Queryable, entId: EntId, id: RoleId): Promise<string | undefined> {
  const [row] = await db
    .select({ name: role.name })
    .from(role)
    .where(and(eq(role.entId, entId), eq(role.id, id)))
  return row?.name
}

/** Whether all ids are agents of the enterprise. */
export async function areAgents(db: Queryable, entId: EntId, ids: readonly AgentId[]): Promise<boolean> {
  if (ids.length === 0) return true
  const rows = await db
    .select({ id: agent.id })
    .from(agent)
    .where(and(eq(agent.entId, entId), inArray(agent.id, [...ids])))
  return rows.length === new Set(ids).size
}

/** Whether all accounts of a scope are the enterprise's; unbound ones may stay in it. */
export const areAccounts = async (db: Queryable, entId: EntId, scope: AccountScope): Promise<boolean> =>
  (await listAccountNames(db, entId, scope ?? [])).length === new Set(scope).size

/** A scope as the audit log shows it. */
export const scopeText = async (db: Queryable, entId: EntId, scope: AccountScope): Promise<string[]> =>
  scope === null ? [ALL_ACCOUNTS] : listAccountNames(db, entId, scope)

async function listAccountNames(db: Queryable, entId: EntId, ids: readonly RelationId[]): Promise<string[]> {
  const rows = await db
    .select({ name: channelAccount.name })
    .from(channelAccount)
    .where(and(eq(channelAccount.entId, entId), inArray(channelAccount.id, [...ids])))
    .orderBy(asc(channelAccount.id))
  return rows.map((row) => row.name)
}

export async function countEnabled(db: Queryable, entId: EntId): Promise<number> {
  const [row] = await db
    .select({ agents: count() })
    .from(agent)
    .where(and(eq(agent.entId, entId), eq(agent.enabled, true)))
  return row?.agents ?? 0
}

/** Enabled agents whose role holds the permission. */
export async function listHolders(
  db: Queryable,
  entId: EntId,
  permission: Permission,
  account?: RelationId,
): Promise<AgentId[]> {
  const rows = await db
    .select({ id: agent.id })
    .from(agent)
    .innerJoin(role, and(eq(role.entId, agent.entId), eq(role.id, agent.roleId)))
    .where(
      and(
        eq(agent.entId, entId),
        eq(agent.enabled, true),
        sql`${permission} = any(${role.permissions})`,
        account && hasInScope(account),
      ),
    )
  return rows.map((row) => row.id)
}

export async function isAdministrator(db: Queryable, entId: EntId, agentId: AgentId): Promise<boolean> {
  const [row] = await db
    .select({ builtin: role.builtin })
    .from(agent)
    .innerJoin(role, and(eq(role.entId, agent.entId), eq(role.id, agent.roleId)))
    .where(and(eq(agent.entId, entId), eq(agent.id, agentId)))
  return row?.builtin === 'admin'
}

export async function setStatus(
  db: Queryable,
  entId: EntId,
  id: AgentId,
  { status, busy }: { status: AgentRow['status']; busy: { reason: string; until: Date | null } | null },
  now: Date,
): Promise<void> {
  await db
    .update(agent)
    .set({ status, busyReason: busy?.reason ?? null, busyUntil: busy?.until ?? null, updatedAt: now })
    .where(and(eq(agent.entId, entId), eq(agent.id, id)))
}

/** Ends every 忙碌 whose time is over, in one statement: a status set meanwhile is not overwritten. */
export const endBusy = (db: Queryable, now: Date): Promise<Pick<AgentRow, 'entId' | 'id'>[]> =>
  db
    .update(agent)
    .set({ status: 'online', busyReason: null, busyUntil: null, updatedAt: now })
    .where(lte(agent.busyUntil, now))
    .returning({ entId: agent.entId, id: agent.id })

export type AgentEdit = Partial<
  Pick<AgentRow, 'name' | 'telephone' | 'avatar' | 'roleId' | 'accountScope' | 'receptionLimit'>
>

/** False if the agent has another version than the given one. */
export async function updateAgent(
  db: Queryable,
  entId: EntId,
  id: AgentId,
  edit: AgentEdit & Pick<AgentRow, 'updatedBy' | 'updatedAt'>,
  version?: number,
): Promise<boolean> {
  const isKnown = version === undefined ? undefined : eq(agent.version, version)
  const rows = await db
    .update(agent)
    .set({ ...edit, version: sql`${agent.version} + 1` })
    .where(and(eq(agent.entId, entId), eq(agent.id, id), isKnown))
    .returning({ id: agent.id })
  return rows.length > 0
}

/** Who set the fields of an agent last. */
export async function findEditorName(db: Queryable, entId: EntId, id: AgentId): Promise<string | undefined> {
  const { updatedBy } = await getAgent(db, entId, id)
  const editor = updatedBy && (await listAgents(db, entId, { id: updatedBy }))[0]
  return editor?.name
}

/** Of an enterprise that is closed. */
export async function disableAgents(db: Queryable, entId: EntId, now: Date): Promise<void> {
  const order = { enabled: false, handoverAgentId: null, disabledBy: null }
  await db
    .update(agent)
    .set({ ...order, updatedAt: now })
    .where(eq(agent.entId, entId))
}

/** Disables with the order of who gets the customers, or enables without one. */
export async function setEnabled(
  db: Queryable,
  { entId, id }: Pick<AgentRow, 'entId' | 'id'>,
  order: { enabled: true } | { enabled: false; handoverAgentId: AgentId | null; disabledBy: AgentId },
  now: Date,
): Promise<void> {
  await db
    .update(agent)
    .set({ handoverAgentId: null, disabledBy: null, ...order, updatedAt: now })
    .where(and(eq(agent.entId, entId), eq(agent.id, id)))
}

/** Gives all agents of a role another one. */
export function moveRoleMembers(
  db: Queryable,
  { entId, agentId }: Pick<Caller, 'entId' | 'agentId'>,
  from: RoleId,
  to: RoleId,
): Promise<{ id: AgentId; name: string }[]> {
  return db
    .update(agent)
    .set({ roleId: to, version: sql`${agent.version} + 1`, updatedBy: agentId })
    .where(and(eq(agent.entId, entId), eq(agent.roleId, from)))
    .returning({ id: agent.id, name: agent.name })
}

export async function insertAgent(db: Queryable, row: typeof agent.$inferInsert): Promise<void> {
  await db.insert(agent).values(row)
}

/** Rights of a role. The row is locked (key share), so that it can't be deleted before the agent gets it. */
export async function lockRights(db: Queryable, entId: EntId, roleId: RoleId): Promise<Rights> {
  const [row] = await db
    .select({ permissions: role.permissions, customerScope: role.customerScope, accountScope: role.accountScope })
    .from(role)
    .where(and(eq(role.entId, entId), eq(role.id, roleId)))
    .for('key share')
  if (!row) throw new NotFoundError('角色')
  return row
}

/**
 * Enabled administrators of all accounts. Locks the role's row, so that concurrent demotions are serialised and one
 * administrator always remains.
 */
export async function lockAdmins(db: Queryable, entId: EntId): Promise<{ roleId: RoleId; ids: AgentId[] }> {
  const [admin] = await db
    .select({ id: role.id })
    .from(role)
    .where(and(eq(role.entId, entId), eq(role.builtin, 'admin')))
    .for('no key update')
  if (!admin) throw new Error('the enterprise has no administrator role')
  const rows = await db
    .select({ id: agent.id })
    .from(agent)
    .where(and(eq(agent.entId, entId), eq(agent.roleId, admin.id), eq(agent.enabled, true), isNull(agent.accountScope)))
  return { roleId: admin.id, ids: rows.map((row) => row.id) }
}

export async function setPassword(
  db: Queryable,
  entId: EntId,
  id: AgentId,
  { to, isOneTime, now }: { to: string; isOneTime: boolean; now: Date },
): Promise<void> {
  await db
    .update(agent)
    .set({ passwordHash: to, passwordIsOneTime: isOneTime, updatedAt: now })
    .where(and(eq(agent.entId, entId), eq(agent.id, id)))
}

/** Compare-and-set: false when the password changed since it was verified. */
export async function replacePassword(
  db: Queryable,
  entId: EntId,
  id: AgentId,
  change: { from: string; to: string; now: Date },
): Promise<boolean> {
  const rows = await db
    .update(agent)
    .set({ passwordHash: change.to, updatedAt: change.now })
    .where(and(eq(agent.entId, entId), eq(agent.id, id), eq(agent.passwordHash, change.from)))
    .returning({ id: agent.id })
  return rows.length === 1
}

/**
 * Records the login, with the password that replaces a one-time one, and locks the agent's row until commit, so that concurrent logins are serialised.
 * Undefined when the agent was disabled or the password changed since it was read.
 */
export async function recordLogin(
  db: Queryable,
  {
    entId,
    agentId,
    passwordHash,
    newHash,
  }: { entId: EntId; agentId: AgentId; passwordHash: string; newHash: string | undefined },
  ip: string,
  now: Date,
): Promise<{ isFirst: boolean } | undefined> {
  const [before] = await db
    .select({ lastLoginAt: agent.lastLoginAt })
    .from(agent)
    .where(and(eq(agent.entId, entId), eq(agent.id, agentId)))
    .for('update')
  const isFirst = before?.lastLoginAt === null
  const replaced = newHash === undefined ? {} : { passwordHash: newHash, passwordIsOneTime: false }
  const rows = await db
    .update(agent)
    .set({ lastLoginAt: now, lastLoginIp: ip, ...(isFirst ? { status: 'online' } : {}), ...replaced })
    .where(
      and(eq(agent.entId, entId), eq(agent.id, agentId), eq(agent.enabled, true), eq(agent.passwordHash, passwordHash)),
    )
    .returning({ id: agent.id })
  return rows.length === 1 ? { isFirst } : undefined
}
