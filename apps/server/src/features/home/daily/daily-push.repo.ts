import type { AgentId, DailyTarget, EntId } from '@ruwu/contract'
import { and, asc, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/database.ts'
import { agent, dailyPush, enterprise } from '../../../db/schema/index.ts'

export type DailyPushRow = typeof dailyPush.$inferSelect
type PushKey = { entId: EntId; agentId: AgentId }

const isPush = ({ entId, agentId }: PushKey) => and(eq(dailyPush.entId, entId), eq(dailyPush.agentId, agentId))

export async function findPush(db: Queryable, key: PushKey): Promise<DailyPushRow | undefined> {
  const [row] = await db.select().from(dailyPush).where(isPush(key))
  return row
}

type SavedPush = PushKey & Pick<DailyPushRow, 'enabled' | 'time' | 'targets' | 'updatedAt'>

/** `over`: the day whose report is not to be sent, unless that has begun. */
export async function savePush(db: Queryable, { entId, agentId, ...row }: SavedPush, over?: string): Promise<void> {
  const busyUntil = sql`case when ${dailyPush.sentDay}::text = ${over} then ${dailyPush.busyUntil} end`
  await db
    .insert(dailyPush)
    .values({ entId, agentId, ...row, sentDay: over ?? null })
    .onConflictDoUpdate({
      target: [dailyPush.entId, dailyPush.agentId],
      set: over === undefined ? row : { ...row, sentDay: over, busyUntil },
    })
}

export type DuePush = PushKey & { day: string; entName: string }

/** The report of this day was not begun, or the lease of the one who began it has run out. */
const isOpen = (day: SQL | string, now: Date) =>
  or(
    sql`(${dailyPush.sentDay} is null or ${dailyPush.sentDay}::text < ${day})`,
    and(sql`${dailyPush.sentDay}::text = ${day}`, lte(dailyPush.busyUntil, now)),
  )

/** Pushes whose time of day is over and whose report of yesterday was not sent, by each enterprise's clock. Those of a suspended one wait. */
export function listDue(db: Queryable, now: Date, limit: number): Promise<DuePush[]> {
  const local = sql`(${now.toISOString()}::timestamptz at time zone ${enterprise.timezone})`
  const yesterday = sql<string>`(${local}::date - 1)::text`
  return (
    db
      .select({
        entId: dailyPush.entId,
        agentId: dailyPush.agentId,
        day: yesterday,
        entName: enterprise.name,
      })
      .from(dailyPush)
      .innerJoin(enterprise, eq(enterprise.id, dailyPush.entId))
      .innerJoin(agent, and(eq(agent.entId, dailyPush.entId), eq(agent.id, dailyPush.agentId), eq(agent.enabled, true)))
      .where(
        and(
          eq(dailyPush.enabled, true),
          isNull(enterprise.suspendedAt),
          sql`to_char(${local}, 'HH24:MI') >= ${dailyPush.time}`,
          isOpen(yesterday, now),
        ),
      )
      // In turns: the first of every enterprise, then the second.
      .orderBy(
        sql`row_number() over (partition by ${dailyPush.entId} order by ${dailyPush.agentId})`,
        asc(dailyPush.entId),
      )
      .limit(limit)
  )
}

/** Compare-and-set: of several nodes one sends the report of a day. */
export async function claimPush(
  db: Queryable,
  { day, ...key }: DuePush,
  { now, until }: { now: Date; until: Date },
): Promise<Pick<DailyPushRow, 'tries' | 'owed' | 'targets'> | undefined> {
  const ifAgain = (again: SQL, first: SQL) =>
    sql`case when ${dailyPush.sentDay}::text = ${day} then ${again} else ${first} end`
  const [row] = await db
    .update(dailyPush)
    .set({
      sentDay: day,
      busyUntil: until,
      tries: ifAgain(sql`${dailyPush.tries} + 1`, sql`1`),
      owed: ifAgain(sql`${dailyPush.owed}`, sql`${dailyPush.targets}`),
    })
    .where(and(isPush(key), eq(dailyPush.enabled, true), isOpen(day, now)))
    .returning({ tries: dailyPush.tries, owed: dailyPush.owed, targets: dailyPush.targets })
  return row
}

/** False: another node has taken the lease over. */
export async function holdPush(
  db: Queryable,
  key: PushKey,
  lease: Date,
  to: { owed: DailyTarget[]; busyUntil: Date | null },
): Promise<boolean> {
  const rows = await db
    .update(dailyPush)
    .set(to)
    .where(and(isPush(key), eq(dailyPush.busyUntil, lease)))
    .returning({ agentId: dailyPush.agentId })
  return rows.length === 1
}

export async function stopPush(db: Queryable, key: PushKey): Promise<void> {
  await db.update(dailyPush).set({ enabled: false, busyUntil: null }).where(isPush(key))
}
