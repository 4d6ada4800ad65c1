import type { AgentId, Busy, EntId, Permission, RelationId, RoleId } from '@ruwu/contract'
import { narrowScope, type Teammate as Candidate } from '@ruwu/domain'
import { and, eq, sql } from 'drizzle-orm'
import { GROUP_TRANSFER_LOCK, lockKeyOf } from '../db/advisory-lock.ts'
import type { Queryable } from '../db/database.ts'
import { agent, agentPresence, customer, role } from '../db/schema/index.ts'
import { isPresent } from '../realtime/index.ts'
import type { SendingAccount } from '../outbound/index.ts'

/** Permission that an agent needs to receive customers. */
const RECEIVES: Permission = 'im:replyCustomer'

export type Teammate = Candidate & { name: string; avatar: string; roleId: RoleId; roleName: string; busy: Busy | null }

const TEAMMATE = {
  id: agent.id,
  name: agent.name,
  avatar: agent.avatar,
  status: agent.status,
  busyReason: agent.busyReason,
  busyUntil: agent.busyUntil,
  roleId: agent.roleId,
  roleName: role.name,
  limit: agent.receptionLimit,
  ownAccounts: agent.accountScope,
  roleAccounts: role.accountScope,
  lastAssignedAt: agent.lastAssignedAt,
  seenAt: agentPresence.seenAt,
}

const receives = (entId: EntId) =>
  and(eq(agent.entId, entId), eq(agent.enabled, true), sql`${RECEIVES} = any(${role.permissions})`)

const selectTeam = (db: Queryable) =>
  db
    .select(TEAMMATE)
    .from(agent)
    .innerJoin(role, and(eq(role.entId, agent.entId), eq(role.id, agent.roleId)))
    .leftJoin(agentPresence, and(eq(agentPresence.entId, agent.entId), eq(agentPresence.agentId, agent.id)))

type TeamRow = Awaited<ReturnType<typeof selectTeam>>[number]

const toTeammate = (
  { status, seenAt, ownAccounts, roleAccounts, busyReason, busyUntil, ...row }: TeamRow,
  current: number,
  now: Date,
): Teammate => ({
  ...row,
  busy: toBusy({ busyReason, busyUntil }),
  accountScope: narrowScope(ownAccounts, roleAccounts),
  current,
  isOnline: status === 'online' && isPresent(seenAt ?? undefined, now),
})

export const toBusy = ({ busyReason, busyUntil }: Pick<typeof agent.$inferSelect, 'busyReason' | 'busyUntil'>) =>
  busyReason === null ? null : { reason: busyReason, until: busyUntil?.toISOString() ?? null }

/** Whether the account is in the agent's account scope. */
export const mayReceiveFrom = ({ accountScope }: Teammate, account: RelationId): boolean =>
  accountScope === null || accountScope.includes(account)

/** Enabled agents with the reply permission, in the order they were created. */
export async function readTeam(db: Queryable, entId: EntId, now: Date): Promise<Teammate[]> {
  const rows = await selectTeam(db).where(receives(entId)).orderBy(agent.createdAt, agent.id)
  const current = await countCurrent(db, entId)
  return rows.map((row) => toTeammate(row, current.get(row.id) ?? 0, now))
}

/** Online agents that may receive customers of this account. */
export async function listOnline(db: Queryable, account: SendingAccount, now: Date): Promise<Teammate[]> {
  const { agentIds } = account.setting
  return (await readTeam(db, account.entId, now)).filter(
    (mate) =>
      mate.isOnline && mayReceiveFrom(mate, account.id) && (agentIds.length === 0 || agentIds.includes(mate.id)),
  )
}

/**
 * One agent, row locked until commit: concurrent assignments to one agent run one after the other, so the limit holds.
 */
export async function lockTeammate(db: Queryable, entId: EntId, id: AgentId, now: Date): Promise<Teammate | undefined> {
  const [row] = await selectTeam(db)
    .where(and(receives(entId), eq(agent.id, id)))
    .for('no key update', { of: agent })
  return row && toTeammate(row, (await countCurrent(db, entId, id)).get(id) ?? 0, now)
}

/** 当前接待 per agent. */
export async function countCurrent(db: Queryable, entId: EntId, id?: AgentId): Promise<Map<AgentId, number>> {
  const rows = await db
    .select({ id: customer.agentId, count: sql<number>`count(*)::int` })
    .from(customer)
    .where(
      and(
        eq(customer.entId, entId),
        sql`agent_id is not null and not archive and reception_type = 'manual' and session_id is not null`,
        id && eq(customer.agentId, id),
      ),
    )
    .groupBy(customer.agentId)
  return new Map(rows.flatMap((row) => (row.id ? [[row.id, row.count]] : [])))
}

export async function noteAssignment(db: Queryable, entId: EntId, id: AgentId, now: Date): Promise<void> {
  await db
    .update(agent)
    .set({ lastAssignedAt: now })
    .where(and(eq(agent.entId, entId), eq(agent.id, id)))
}

/** Serialises transfers to groups of an enterprise until commit, so that each sees the places that the one before it took. */
export async function lockGroupTransfers(db: Queryable, entId: EntId): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${GROUP_TRANSFER_LOCK}, ${lockKeyOf(entId)})`)
}
