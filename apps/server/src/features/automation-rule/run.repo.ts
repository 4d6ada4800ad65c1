import type { AutomationRuleId, AutomationRunId, CustomerId, EntId } from '@ruwu/contract'
import { AUTOMATION_LOG_DAYS } from '@ruwu/domain'
import { and, desc, eq, getTableColumns, gt, lt, type SQL, sql } from 'drizzle-orm'
import { visibleTo } from '../../customer/visibility.repo.ts'
import type { Queryable } from '../../db/database.ts'
import { array } from '../../db/rows.ts'
import { automationRun, customer } from '../../db/schema/index.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { RuleKey } from './rule.repo.ts'

export type RunRow = typeof automationRun.$inferSelect
export type RunKey = { entId: EntId; id: AutomationRunId }
type NewRun = typeof automationRun.$inferInsert

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Longer than an action takes. */
const LEASE_MS = 60_000

/** The first attempt of a step, whose holder has it until then. */
export const leaseAt = (now: Date) => ({ tries: 1, dueAt: new Date(now.getTime() + LEASE_MS) })
const isRun = ({ entId, id }: RunKey) => and(eq(automationRun.entId, entId), eq(automationRun.id, id))

/** Nothing where the rule has run for this event already. */
export async function insertRun(db: Queryable, row: NewRun): Promise<void> {
  await db.insert(automationRun).values(row).onConflictDoNothing()
}

/** Runs of an enterprise that are done at the same time: its slow Webhooks do not hold up the others. */
const ENTERPRISE_MAX = 3

/**
 * Leases the first due run; after the lease another node may claim it, unless the holder has moved it on. The runs of a customer are done
 * one after the other. 暂停所有自动化: runs of the enterprise stay where they are until it is resumed.
 */
export async function claimRun(db: Queryable, now: Date): Promise<RunRow | undefined> {
  const at = sql`${now.toISOString()}::timestamptz`
  const { dueAt } = leaseAt(now)
  const [row] = await db
    .update(automationRun)
    .set({ dueAt, tries: sql`${automationRun.tries} + 1` })
    .where(
      sql`(${automationRun.entId}, ${automationRun.id}) = (select r.ent_id, r.id from automation_run r
        where r.due_at <= ${at}
          and not exists (select from enterprise e where e.id = r.ent_id and e.automation_paused_at is not null)
          and r.ent_id not in (select ent_id from automation_run where due_at > ${at} and tries > 0
            group by ent_id having count(*) >= ${ENTERPRISE_MAX})
          and not exists (select from automation_run o
            where o.ent_id = r.ent_id and o.customer_id = r.customer_id and o.id <> r.id
              and (o.due_at > ${at} and o.tries > 0 or o.due_at <= ${at} and (o.due_at, o.id) < (r.due_at, r.id)))
        order by r.due_at, r.id limit 1 for update skip locked)`,
    )
    .returning()
  return row
}

/** Still leased to this holder, with this step to do: another claim, the end of the run and a reply in 等待 change the time. */
const isHeld = (run: RunRow) =>
  and(isRun(run), eq(automationRun.step, run.step), run.dueAt ? eq(automationRun.dueAt, run.dueAt) : sql`false`)

/** A run that the holder still has, locked; undefined: another node has it, or it is over. */
export async function lockStep(db: Queryable, run: RunRow): Promise<RunRow | undefined> {
  const [row] = await db.select().from(automationRun).where(isHeld(run)).for('update')
  return row
}

/** Without a lock, before work that cannot be undone. */
export async function holdsStep(db: Queryable, run: RunRow): Promise<boolean> {
  const rows = await db.select({ id: automationRun.id }).from(automationRun).where(isHeld(run))
  return rows.length > 0
}

/** Runs of a rule since the customer's newest message that no person caused. */
export async function countRepeats(
  db: Queryable,
  { entId, id: ruleId }: RuleKey,
  { id: customerId, lastInboundSeq }: { id: CustomerId; lastInboundSeq: number },
): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(automationRun)
    .where(
      and(
        eq(automationRun.entId, entId),
        eq(automationRun.ruleId, ruleId),
        eq(automationRun.customerId, customerId),
        sql`${automationRun.cause} @> ${JSON.stringify({ inboundSeq: lastInboundSeq })}`,
        sql`not ${automationRun.cause} ? 'isByPerson'`,
      ),
    )
  return row?.count ?? 0
}

/** Whether a rule has run for a customer within its interval. */
export async function hasRunSince(
  db: Queryable,
  { entId, id: ruleId, intervalMinutes }: RuleKey & { intervalMinutes: number },
  customerId: CustomerId,
  now: Date,
): Promise<boolean> {
  if (intervalMinutes === 0) return false
  const since = new Date(now.getTime() - intervalMinutes * MINUTE_MS)
  const rows = await db
    .select({ id: automationRun.id })
    .from(automationRun)
    .where(
      and(
        eq(automationRun.entId, entId),
        eq(automationRun.ruleId, ruleId),
        eq(automationRun.customerId, customerId),
        gt(automationRun.startedAt, since),
      ),
    )
    .limit(1)
  return rows.length > 0
}

export async function changeRun(db: Queryable, key: RunKey, change: Partial<NewRun>): Promise<void> {
  await db.update(automationRun).set(change).where(isRun(key))
}

type LogPage = { ruleId: AutomationRuleId; before: { at: Date; id: string } | undefined; limit: number }

/** Ended runs of a rule with customers in the caller's scope, newest first. */
export const listEnded = (db: Queryable, caller: Caller, { ruleId, before, limit }: LogPage) =>
  db
    .select({ ...getTableColumns(automationRun), customerName: customer.name, customerRemark: customer.remark })
    .from(automationRun)
    .innerJoin(customer, and(eq(customer.entId, automationRun.entId), eq(customer.id, automationRun.customerId)))
    .where(
      and(
        eq(automationRun.entId, caller.entId),
        eq(automationRun.ruleId, ruleId),
        sql`${automationRun.result} is not null`,
        visibleTo(caller),
        before && sql`(${automationRun.startedAt}, ${automationRun.id}) < (${before.at}, ${before.id}::uuid)`,
      ),
    )
    .orderBy(desc(automationRun.startedAt), desc(automationRun.id))
    .limit(limit)
export type EndedRun = Awaited<ReturnType<typeof listEnded>>[number]

export async function deleteOldRuns(db: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - AUTOMATION_LOG_DAYS * DAY_MS)
  await db.delete(automationRun).where(and(lt(automationRun.startedAt, before), sql`${automationRun.dueAt} is null`))
}

/** Runs in 等待 of customers who have written: due at once, to end. */
export const waitsEnding = (keys: readonly { entId: EntId; customerId: CustomerId }[], now: Date): SQL =>
  sql`update automation_run set due_at = ${now}::timestamptz, is_waiting = false, cause = cause || '{"isReplied": true}'
    where is_waiting and (ent_id, customer_id) in (
      select * from unnest(${array(keys, (key) => key.entId)}::uuid[], ${array(keys, (key) => key.customerId)}::uuid[]))`
