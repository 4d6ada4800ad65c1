import type { AgentId, EntId, RoleId } from '@ruwu/contract'
import { and, asc, count, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { agent, role } from '../../db/schema/index.ts'
import { NotFoundError } from '../../platform/http/errors.ts'

export type RoleRow = typeof role.$inferSelect & { memberCount: number }
type NewRole = typeof role.$inferInsert

export async function listRoles(db: Queryable, entId: EntId, id?: RoleId): Promise<RoleRow[]> {
  return db
    .select({ ...getTableColumns(role), memberCount: count(agent.id) })
    .from(role)
    .leftJoin(agent, and(eq(agent.entId, role.entId), eq(agent.roleId, role.id)))
    .where(and(eq(role.entId, entId), id && eq(role.id, id)))
    .groupBy(role.entId, role.id)
    .orderBy(asc(role.createdAt), asc(role.id))
}

export async function getRole(db: Queryable, entId: EntId, id: RoleId): Promise<RoleRow> {
  const [row] = await listRoles(db, entId, id)
  if (!row) throw new NotFoundError('角色')
  return row
}

/** Locks roles until commit against changes and new members. In id order, so that two transactions can't deadlock. */
export async function lockRoles(db: Queryable, entId: EntId, ids: RoleId[]): Promise<void> {
  await db
    .select({ id: role.id })
    .from(role)
    .where(and(eq(role.entId, entId), inArray(role.id, ids)))
    .orderBy(asc(role.id))
    .for('update')
}

/** False when the name is taken. */
export async function insertRole(db: Queryable, row: NewRole): Promise<boolean> {
  const rows = await db
    .insert(role)
    .values(row)
    .onConflictDoNothing({ target: [role.entId, role.name] })
    .returning({ id: role.id })
  return rows.length === 1
}

type RoleChange = Pick<
  NewRole,
  'name' | 'description' | 'permissions' | 'customerScope' | 'accountScope' | 'updatedBy' | 'updatedAt'
>

/** Optimistic lock: false when the version differs. */
export async function updateRole(
  db: Queryable,
  entId: EntId,
  id: RoleId,
  version: number,
  change: RoleChange,
): Promise<boolean> {
  const rows = await db
    .update(role)
    .set({ ...change, version: sql`${role.version} + 1` })
    .where(and(eq(role.entId, entId), eq(role.id, id), eq(role.version, version)))
    .returning({ id: role.id })
  return rows.length === 1
}

export async function setTotpRequired(db: Queryable, entId: EntId, id: RoleId, requiresTotp: boolean): Promise<void> {
  await db
    .update(role)
    .set({ requiresTotp })
    .where(and(eq(role.entId, entId), eq(role.id, id)))
}

export async function deleteRole(db: Queryable, entId: EntId, id: RoleId): Promise<void> {
  await db.delete(role).where(and(eq(role.entId, entId), eq(role.id, id)))
}

export type Member = { id: AgentId; name: string }

export async function listMembers(db: Queryable, entId: EntId, id: RoleId): Promise<Member[]> {
  return db
    .select({ id: agent.id, name: agent.name })
    .from(agent)
    .where(and(eq(agent.entId, entId), eq(agent.roleId, id)))
}

/** Name of the last editor, for the message of a failed optimistic lock. */
export async function lastEditor(db: Queryable, entId: EntId, id: RoleId): Promise<string | undefined> {
  const [row] = await db
    .select({ name: agent.name })
    .from(role)
    .innerJoin(agent, and(eq(agent.entId, role.entId), eq(agent.id, role.updatedBy)))
    .where(and(eq(role.entId, entId), eq(role.id, id)))
  return row?.name
}
