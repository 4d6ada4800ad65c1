import type { AgentId, CustomerId, EntId } from '@ruwu/contract'
import { DEFAULT_ASSIGN_MODE, DEFAULT_ASSIGN_RULE } from '@ruwu/domain'
import { asc, lte, type SQL, sql } from 'drizzle-orm'
import { UNWARNED } from '../customer/unversioned.repo.ts'
import type { Queryable } from '../db/database.ts'
import { planColumn } from '../db/effective-plan.ts'
import { customer } from '../db/schema/index.ts'

export const AT_ONCE = 200

export type Waiting = { entId: EntId; customerId: CustomerId; agentId: AgentId }

/**
 * Customers in an open session that wait for their owner's answer and meet `due`, longest wait first. In `due`, `c` is
 * the customer and `p` the plan of its account; all columns of `p` are null where the enterprise has no plan.
 */
async function listWaiting(db: Queryable, now: Date, due: SQL): Promise<Waiting[]> {
  const { rows } = await db.execute<Record<keyof Waiting, string>>(sql`
    select c.ent_id as "entId", c.id as "customerId", c.agent_id as "agentId"
    from enterprise e
      join customer c on c.ent_id = e.id and c.waiting_since <= ${now} and not c.archive
      join channel_account a on a.ent_id = c.ent_id and a.id = c.relation_id
      left join reception_plan p on p.ent_id = c.ent_id and p.id = ${PLAN_ID}
    where c.agent_id is not null and c.reception_type = 'manual' and c.session_id is not null and not c.is_blocked and ${due}
    order by c.waiting_since limit ${AT_ONCE}`)
  return rows.map(({ entId, customerId, agentId }) => ({
    entId: hex(entId) as EntId,
    customerId: hex(customerId) as CustomerId,
    agentId: hex(agentId) as AgentId,
  }))
}

const PLAN_ID = planColumn('id', 'a')

const hex = (uuid: string) => uuid.replaceAll('-', '')

const before = (now: Date, seconds: SQL) => sql`${now}::timestamptz - make_interval(secs => ${seconds})`

/** Customers past the plan's warning time whose owner was not warned yet. */
export const listUnwarned = (db: Queryable, now: Date): Promise<Waiting[]> =>
  listWaiting(
    db,
    now,
    sql`${UNWARNED} and c.waiting_since <= ${before(
      now,
      sql`coalesce((p.assign ->> 'waitWarnSec')::int, ${DEFAULT_ASSIGN_RULE.waitWarnSec})`,
    )}`,
  )

const RETURN_SEC = sql`coalesce((p.assign ->> 'returnSec')::int, ${DEFAULT_ASSIGN_RULE.returnSec})`

const overdue = (now: Date) => sql`coalesce(p.assign_mode, ${DEFAULT_ASSIGN_MODE}) <> 'manual' and ${RETURN_SEC} > 0
  and greatest(c.waiting_since, c.agent_since) <= ${before(now, RETURN_SEC)}`

/** Customers past 超时回收 of a plan that assigns automatically, since they wait or have their owner. */
export const listOverdue = (db: Queryable, now: Date): Promise<Waiting[]> => listWaiting(db, now, overdue(now))

/** The same condition for one customer, checked again under its lock. */
export async function isOverdue(db: Queryable, { entId, customerId, agentId }: Waiting, now: Date): Promise<boolean> {
  const is = sql`c.ent_id = ${entId} and c.id = ${customerId} and c.agent_id = ${agentId}`
  return (await listWaiting(db, now, sql`${is} and ${overdue(now)}`)).length > 0
}

/** Customers whose scheduled return to the AI is due, oldest first. */
export const listDueReturns = (db: Queryable, now: Date) => listDue(db, customer.autoEnableAt, now)

/** Customers whose 稍后处理 is due, oldest first. */
export const listDuePostponed = (db: Queryable, now: Date) => listDue(db, customer.postponedUntil, now)

const listDue = (
  db: Queryable,
  column: typeof customer.autoEnableAt | typeof customer.postponedUntil,
  now: Date,
): Promise<{ entId: EntId; id: CustomerId }[]> =>
  db
    .select({ entId: customer.entId, id: customer.id })
    .from(customer)
    .where(lte(column, now))
    .orderBy(asc(column))
    .limit(AT_ONCE)
