import type {
  AutomationLogFilter,
  AutomationLogId,
  AutomationRuleId,
  CustomerId,
  EntId,
  MessageId,
  SessionId,
} from '@ruwu/contract'
import { AUTOMATION_LOG_DAYS } from '@ruwu/domain'
import { and, count, desc, eq, gte, ilike, inArray, lt, sql } from 'drizzle-orm'
import { containing } from '../../db/containing.ts'
import type { Queryable } from '../../db/database.ts'
import { array } from '../../db/rows.ts'
import { visibleTo } from '../../customer/visibility.repo.ts'
import { automationLog, customer } from '../../db/schema/index.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { newId } from '../../platform/ids.ts'

export type LogRow = typeof automationLog.$inferSelect
type NewLog = Omit<typeof automationLog.$inferInsert, 'id'>

const DAY_MS = 86_400_000

/** False when the step is logged already (unique index). */
export async function addLog(db: Queryable, row: NewLog): Promise<boolean> {
  const added = await db
    .insert(automationLog)
    .values({ ...row, id: newId<AutomationLogId>(row.at) })
    .onConflictDoNothing()
    .returning({ id: automationLog.id })
  return added.length > 0
}

type SessionKey = { entId: EntId; customerId: CustomerId; sessionId: SessionId }

/** The last logged step per customer; absent without one. */
export async function readLastSteps(db: Queryable, sessions: readonly SessionKey[]): Promise<Map<CustomerId, number>> {
  const { rows } = await db.execute<{ id: string; step: number }>(sql`
    select replace(l.customer_id::text, '-', '') as id, max(l.step)::int as step
    from unnest(${array(sessions, (each) => each.entId)}::uuid[], ${array(sessions, (each) => each.customerId)}::uuid[],
        ${array(sessions, (each) => each.sessionId)}::uuid[]) as t(ent_id, customer_id, session_id)
      join automation_log l using (ent_id, customer_id, session_id)
    where l.type = 'followUp' group by l.customer_id`)
  return new Map(rows.map(({ id, step }) => [id as CustomerId, step]))
}

/** Log rows of the given messages. */
export const listLogsByMessage = (db: Queryable, entIds: readonly EntId[], messageIds: readonly MessageId[]) =>
  db
    .select()
    .from(automationLog)
    .where(and(inArray(automationLog.entId, [...entIds]), inArray(automationLog.messageId, [...messageIds])))

/** The newest messages of a rule. */
export const listLogsOfRule = (
  db: Queryable,
  entId: EntId,
  { ruleId, limit }: { ruleId: AutomationRuleId; limit: number },
) =>
  db
    .select({ result: automationLog.result, messageId: automationLog.messageId })
    .from(automationLog)
    .where(
      and(
        eq(automationLog.entId, entId),
        eq(automationLog.type, 'rule'),
        sql`${automationLog.input} ->> 'ruleId' = ${ruleId}`,
        sql`${automationLog.messageId} is not null`,
      ),
    )
    .orderBy(desc(automationLog.at), desc(automationLog.id))
    .limit(limit)

export async function changeLog(
  db: Queryable,
  { entId, id }: Pick<LogRow, 'entId' | 'id'>,
  change: Partial<Pick<LogRow, 'result' | 'reason' | 'points'>>,
): Promise<void> {
  await db
    .update(automationLog)
    .set(change)
    .where(and(eq(automationLog.entId, entId), eq(automationLog.id, id)))
}

/** Follow-ups sent, and held back, since these times. */
export async function countFollowUps(
  db: Queryable,
  entId: EntId,
  since: { today: Date; week: Date },
): Promise<{ sentToday: number; sentInWeek: number; blockedInWeek: number }> {
  const isSent = eq(automationLog.result, 'sent')
  const [row] = await db
    .select({
      sentToday: sql<number>`(count(*) filter (where ${isSent} and ${automationLog.at} >= ${since.today}))::int`,
      sentInWeek: sql<number>`(count(*) filter (where ${isSent}))::int`,
      blockedInWeek: sql<number>`(count(*) filter (where ${eq(automationLog.result, 'blocked')}))::int`,
    })
    .from(automationLog)
    .where(and(eq(automationLog.entId, entId), eq(automationLog.type, 'followUp'), gte(automationLog.at, since.week)))
  return row ?? { sentToday: 0, sentInWeek: 0, blockedInWeek: 0 }
}

export type LoggedRow = { log: LogRow; customer: Pick<typeof customer.$inferSelect, 'id' | 'name' | 'remark'> }

const matches = (caller: Caller, { type, name, customerId, result, from, to }: AutomationLogFilter) =>
  and(
    eq(automationLog.entId, caller.entId),
    type && eq(automationLog.type, type),
    name ? ilike(automationLog.name, containing(name)) : undefined,
    customerId && eq(automationLog.customerId, customerId),
    result && eq(automationLog.result, result),
    from ? gte(automationLog.at, new Date(from)) : undefined,
    to ? lt(automationLog.at, new Date(to)) : undefined,
    visibleTo(caller),
  )

const ofCustomer = and(eq(customer.entId, automationLog.entId), eq(customer.id, automationLog.customerId))

/** Newest first. */
export const listLogs = (
  db: Queryable,
  caller: Caller,
  filter: AutomationLogFilter,
  page: { offset: number; limit: number },
): Promise<LoggedRow[]> =>
  db
    .select({ log: automationLog, customer: { id: customer.id, name: customer.name, remark: customer.remark } })
    .from(automationLog)
    .innerJoin(customer, ofCustomer)
    .where(matches(caller, filter))
    .orderBy(desc(automationLog.at), desc(automationLog.id))
    .offset(page.offset)
    .limit(page.limit)

export async function countLogs(db: Queryable, caller: Caller, filter: AutomationLogFilter): Promise<number> {
  const [row] = await db
    .select({ rows: count() })
    .from(automationLog)
    .innerJoin(customer, ofCustomer)
    .where(matches(caller, filter))
  return row?.rows ?? 0
}

export async function deleteOldLogs(db: Queryable, now: Date): Promise<void> {
  await db.delete(automationLog).where(lt(automationLog.at, new Date(now.getTime() - AUTOMATION_LOG_DAYS * DAY_MS)))
}
