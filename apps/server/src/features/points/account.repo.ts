import type { AgentId, EntAccountSetting, EntId } from '@ruwu/contract'
import { totalPoints } from '@ruwu/domain'
import { and, asc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { agent, enterprise, pointAccount } from '../../db/schema/index.ts'

export type AccountRow = typeof pointAccount.$inferSelect

const isAccount = (entId: EntId) => eq(pointAccount.entId, entId)

const required = (row: AccountRow | undefined): AccountRow => {
  if (!row) throw new Error('an enterprise has no point account')
  return row
}

export async function getAccount(db: Queryable, entId: EntId): Promise<AccountRow> {
  const [row] = await db.select().from(pointAccount).where(isAccount(entId))
  return required(row)
}

/** 总积分. */
export const readBalance = async (db: Queryable, entId: EntId): Promise<number> =>
  totalPoints(await getAccount(db, entId))

/** Row lock for changing points. Lock order: customers before it, the enterprise's event number after it. */
export async function lockAccount(db: Queryable, entId: EntId): Promise<AccountRow> {
  const [row] = await db.select().from(pointAccount).where(isAccount(entId)).for('no key update')
  return required(row)
}

/** Shared lock: points can't change until commit; several transactions may hold it. */
export async function lockAccountShared(db: Queryable, entId: EntId): Promise<AccountRow> {
  const [row] = await db.select().from(pointAccount).where(isAccount(entId)).for('share')
  return required(row)
}

export async function insertAccount(db: Queryable, entId: EntId, now: Date): Promise<void> {
  const dayZone = sql`(select timezone from enterprise where id = ${entId})`
  await db.insert(pointAccount).values({ entId, dayZone, updatedAt: now }).onConflictDoNothing()
}

/** After points were added: 通知人 are told again when these run out. */
export async function noteAdded(db: Queryable, entId: EntId, { isBought }: { isBought: boolean }): Promise<void> {
  await db
    .update(pointAccount)
    .set({ toldDays: null, unseenBy: [], ...(isBought && { hasPaid: true }) })
    .where(isAccount(entId))
}

/** After an order was refunded: paid is who has an order that still is. */
export async function noteRefunded(db: Queryable, entId: EntId): Promise<void> {
  const hasPaid = sql`exists (select from point_order o where o.ent_id = ${entId} and o.status = 'paid')`
  await db.update(pointAccount).set({ hasPaid }).where(isAccount(entId))
}

type Told = Pick<AccountRow, 'toldDays' | 'unseenBy'>

export async function setTold(db: Queryable, entId: EntId, told: Told): Promise<void> {
  await db.update(pointAccount).set(told).where(isAccount(entId))
}

/** Writes nothing for an agent who had nothing to see: every charge waits for this row. */
export async function setSeen(db: Queryable, entId: EntId, agentId: AgentId): Promise<void> {
  await db
    .update(pointAccount)
    .set({ unseenBy: sql`array_remove(${pointAccount.unseenBy}, ${agentId}::uuid)` })
    .where(and(isAccount(entId), sql`${agentId}::uuid = any(${pointAccount.unseenBy})`))
}

/** Enterprises of which something is still to be told: not all thresholds are reached. */
export async function listUntold(db: Queryable, lastDays: number): Promise<{ entId: EntId }[]> {
  return db
    .select({ entId: pointAccount.entId })
    .from(pointAccount)
    .where(or(isNull(pointAccount.toldDays), gt(pointAccount.toldDays, lastDays)))
}

/** Optimistic lock: undefined when the version differs. */
export async function saveAccountSetting(
  db: Queryable,
  entId: EntId,
  version: number,
  change: { setting: EntAccountSetting; unseenBy: AgentId[]; updatedBy: AgentId; updatedAt: Date },
): Promise<AccountRow | undefined> {
  const [row] = await db
    .update(pointAccount)
    .set({ ...change, version: sql`${pointAccount.version} + 1` })
    .where(and(isAccount(entId), eq(pointAccount.version, version)))
    .returning()
  return row
}

/** Name of the agent who changed the setting last. */
export async function findLastEditor(db: Queryable, entId: EntId): Promise<string | undefined> {
  const [row] = await db
    .select({ name: agent.name })
    .from(pointAccount)
    .innerJoin(agent, and(eq(agent.entId, pointAccount.entId), eq(agent.id, pointAccount.updatedBy)))
    .where(isAccount(entId))
  return row?.name
}

const ofOrders = (value: string, statuses: string) =>
  sql`(select ${sql.raw(value)} from point_order o where o.ent_id = ${enterprise.id} and o.status in ${sql.raw(statuses)})`.mapWith(
    Number,
  )

/** Every enterprise that is not closed, by name, with its balance, its orders that wait for money or a check, and its paid ones. */
export const listBalances = (db: Queryable) =>
  db
    .select({
      entId: enterprise.id,
      name: enterprise.name,
      certifiedAt: enterprise.certifiedAt,
      suspendedAt: enterprise.suspendedAt,
      orderPoints: pointAccount.orderPoints,
      bonusOrderPoints: pointAccount.bonusOrderPoints,
      bonusHumanPoints: pointAccount.bonusHumanPoints,
      hasPaid: pointAccount.hasPaid,
      openOrders: ofOrders('count(*)', "('unpaid', 'checking')"),
      paidOrders: ofOrders('count(*)', "('paid')"),
      paidAmount: ofOrders('coalesce(sum(amount), 0)', "('paid')"),
    })
    .from(pointAccount)
    .innerJoin(enterprise, eq(enterprise.id, pointAccount.entId))
    .where(isNull(enterprise.closedAt))
    .orderBy(asc(enterprise.name), asc(enterprise.id))
