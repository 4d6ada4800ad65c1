import type { AutomationRuleId, AutomationRunId, CustomerId, EntId } from '@ruwu/contract'
import { AUTOMATION_LOG_DAYS } from '@ruwu/domain'
import { and, asc, desc, eq, getTableColumns, inArray, lt, lte, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../../db/database.ts'
import { updateRows } from '../../db/rows.ts'
import { automationRun, customer } from '../../db/schema/index.ts'
import type { RuleKey } from './rule.repo.ts'

export type RunRow = typeof automationRun.$inferSelect
export type RunKey = { entId: EntId; id: AutomationRunId }
type NewRun = typeof automationRun.$inferInsert

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

/** 暂停所有自动化: runs of the enterprise stay where they are until it is resumed. */
const isRunning = sql`not exists (select from enterprise e
  where e.id = ${automationRun.entId} and e.automation_paused_at is not null)`

/** Leases due runs, in the order they are due; after the lease another node may claim them, unless the holder has moved them on. */
export const claimRuns = (db: Database, now: Date, limit: number): Promise<RunRow[]> =>
  db.transaction(async ({ sql: tx }) => {
    const rows = await tx
      .select()
      .from(automationRun)
      .where(and(lte(automationRun.dueAt, now), isRunning))
      .orderBy(asc(automationRun.dueAt))
      .limit(limit)
      .for('update', { skipLocked: true })
    const { dueAt } = leaseAt(now)
    const leased = rows.map((row) => ({ ...row, dueAt, tries: row.tries + 1 }))
    await updateRows(tx, automationRun, ['ent_id', 'id'], ['due_at', 'tries'], leased)
    return leased
  })

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

export async function changeRun(db: Queryable, key: RunKey, change: Partial<NewRun>): Promise<void> {
  await db.update(automationRun).set(change).where(isRun(key))
}

type LogPage = { ruleId: AutomationRuleId; before: { at: Date; id: string } | undefined; limit: number }

/** Ended runs of a rule, newest first. */
export const listEnded = (db: Queryable, entId: EntId, { ruleId, before, limit }: LogPage) =>
  db
    .select({ ...getTableColumns(automationRun), customerName: customer.name, customerRemark: customer.remark })
    .from(automationRun)
    .innerJoin(customer, and(eq(customer.entId, automationRun.entId), eq(customer.id, automationRun.customerId)))
    .where(
      and(
        eq(automationRun.entId, entId),
        eq(automationRun.ruleId, ruleId),
        sql`${automationRun.result} is not null`,
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
export async function endWaits(
  db: Queryable,
  keys: readonly { entId: EntId; customerId: CustomerId }[],
  now: Date,
): Promise<void> {
  await db
    .update(automationRun)
    .set({ dueAt: now, isWaiting: false, cause: sql`${automationRun.cause} || '{"isReplied": true}'` })
    .where(
      and(
        inArray(automationRun.entId, [...new Set(keys.map(({ entId }) => entId))]),
        inArray(
          automationRun.customerId,
          keys.map(({ customerId }) => customerId),
        ),
        eq(automationRun.isWaiting, true),
      ),
    )
}
