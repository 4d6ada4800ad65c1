import type { AgentId, EntAccountSetting, EntId } from '@ruwu/contract'
import { totalPoints } from '@ruwu/domain'
import { and, asc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { preparedFor } from '../../db/prepared.ts'
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

const lockOne = preparedFor((db) =>
  db
    .select()
    .from(pointAccount)
    .where(eq(pointAccount.entId, sql.placeholder('entId')))
    .for('no key update')
    .prepare('lock-points'),
)

/**
 * Row lock for changing points. Lock order: customers before it, the enterprise's event number after it. Sent at once: reads that are
 * called after it see what its former holder wrote, also without waiting for its answer.
 */
export async function lockAccount(db: Queryable, entId: EntId): Promise<AccountRow> {
  const [row] = await lockOne(db).execute({ entId })
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

const hasPaidOrder = (entId: EntId) =>
  sql`exists (select from point_order o where o.ent_id = ${entId} and o.status = 'paid')`

/** After points were added: 通知人 are told again when these run out. Paid is who has paid an order: points given in another way are no payment. */
export async function noteAdded(db: Queryable, entId: EntId): Promise<void> {
  const hasPaid = sql`${pointAccount.hasPaid} or ${hasPaidOrder(entId)}`
  await db.update(pointAccount).set({ toldDays: null, unseenBy: [], hasPaid }).where(isAccount(entId))
}

/** After an order was refunded: paid is who has an order that still is. */
export async function noteRefunded(db: Queryable, entId: EntId): Promise<void> {
  await db
    .update(pointAccount)
    .set({ hasPaid: hasPaidOrder(entId) })
    .where(isAccount(entId))
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

const ofOrders = (value: string, condition: string) =>
  sql`(select ${sql.raw(value)} from point_order o where o.ent_id = ${enterprise.id} and ${sql.raw(condition)})`.mapWith(
    Number,
  )

/** Those of the demo have no payment. */
const IS_PAID = `o.status = 'paid' and exists (select from point_payment p
  where p.ent_id = o.ent_id and p.order_no = o.order_no and p.outcome = 'credited')`

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
      openOrders: ofOrders('count(*)', "o.status in ('unpaid', 'checking')"),
      paidOrders: ofOrders('count(*)', IS_PAID),
      paidAmount: ofOrders('coalesce(sum(amount), 0)', IS_PAID),
    })
    .from(pointAccount)
    .innerJoin(enterprise, eq(enterprise.id, pointAccount.entId))
    .where(and(isNull(enterprise.closedAt), isNull(enterprise.demoEndsAt)))
    .orderBy(asc(enterprise.name), asc(enterprise.id))
