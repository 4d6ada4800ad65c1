import type { AgentId, EntId } from '@ruwu/contract'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/database.ts'
import { agent, dailyPush, enterprise } from '../../../db/schema/index.ts'

export type DailyPushRow = typeof dailyPush.$inferSelect
type PushKey = { entId: EntId; agentId: AgentId }

const isPush = ({ entId, agentId }: PushKey) => and(eq(dailyPush.entId, entId), eq(dailyPush.agentId, agentId))

export async function findPush(db: Queryable, key: PushKey): Promise<DailyPushRow | undefined> {
  const [row] = await db.select().from(dailyPush).where(isPush(key))
  return row
}

export async function savePush(db: Queryable, { entId, agentId, ...row }: DailyPushRow): Promise<void> {
  await db
    .insert(dailyPush)
    .values({ entId, agentId, ...row })
    .onConflictDoUpdate({ target: [dailyPush.entId, dailyPush.agentId], set: row })
}

export type DuePush = PushKey & Pick<DailyPushRow, 'targets'> & { day: string; entName: string }

/** Pushes whose time of day is over and whose report of yesterday was not sent, by each enterprise's clock. */
export function listDue(db: Queryable, now: Date, limit: number): Promise<DuePush[]> {
  const local = sql`(${now.toISOString()}::timestamptz at time zone ${enterprise.timezone})`
  const yesterday = sql<string>`(${local}::date - 1)::text`
  return db
    .select({
      entId: dailyPush.entId,
      agentId: dailyPush.agentId,
      targets: dailyPush.targets,
      day: yesterday,
      entName: enterprise.name,
    })
    .from(dailyPush)
    .innerJoin(enterprise, eq(enterprise.id, dailyPush.entId))
    .innerJoin(agent, and(eq(agent.entId, dailyPush.entId), eq(agent.id, dailyPush.agentId), eq(agent.enabled, true)))
    .where(
      and(
        eq(dailyPush.enabled, true),
        sql`to_char(${local}, 'HH24:MI') >= ${dailyPush.time}`,
        sql`(${dailyPush.sentDay} is null or ${dailyPush.sentDay}::text < ${yesterday})`,
      ),
    )
    .orderBy(asc(dailyPush.entId), asc(dailyPush.agentId))
    .limit(limit)
}

/** Compare-and-set: of several nodes one sends the report of a day. */
export async function claimPush(db: Queryable, { day, ...key }: DuePush): Promise<boolean> {
  const rows = await db
    .update(dailyPush)
    .set({ sentDay: day })
    .where(
      and(
        isPush(key),
        eq(dailyPush.enabled, true),
        sql`(${dailyPush.sentDay} is null or ${dailyPush.sentDay} < ${day})`,
      ),
    )
    .returning({ agentId: dailyPush.agentId })
  return rows.length === 1
}
