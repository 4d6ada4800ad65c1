import type { AgentId, CustomerId, EntId } from '@ruwu/contract'
import { DEFAULT_ASSIGN_RULE } from '@ruwu/domain'
import { asc, lte, type SQL, sql } from 'drizzle-orm'
import { UNWARNED } from '../customer/unversioned.repo.ts'
import type { Queryable } from '../db/database.ts'
import { customer } from '../db/schema/index.ts'

export const AT_ONCE = 200

export type Waiting = { entId: EntId; customerId: CustomerId; agentId: AgentId }

/**
 * Customers who wait for an answer of their owner, and for whom what their account's plan says has come true. The plan is `p`, all
 * null where it is the one that is shipped. Those whose session is over are left in peace, however long the others wait.
 */
async function listWaiting(db: Queryable, now: Date, due: SQL): Promise<Waiting[]> {
  const { rows } = await db.execute<Record<keyof Waiting, string>>(sql`
    select c.ent_id as "entId", c.id as "customerId", c.agent_id as "agentId"
    from enterprise e
      join customer c on c.ent_id = e.id and c.waiting_since <= ${now} and not c.archive
      left join reception_plan_account a on a.ent_id = c.ent_id and a.relation_id = c.relation_id
      left join reception_plan p on p.ent_id = c.ent_id
        and (p.id = a.plan_id or (a.plan_id is null and p.is_default))
    where c.agent_id is not null and c.reception_type = 'manual' and c.session_id is not null and not c.is_blocked and ${due}
    order by c.waiting_since limit ${AT_ONCE}`)
  return rows.map(({ entId, customerId, agentId }) => ({
    entId: hex(entId) as EntId,
    customerId: hex(customerId) as CustomerId,
    agentId: hex(agentId) as AgentId,
  }))
}

const hex = (uuid: string) => uuid.replaceAll('-', '')

const before = (now: Date, seconds: SQL) => sql`${now}::timestamptz - make_interval(secs => ${seconds})`

/** Those whose owner has not been told yet that they wait. */
export const listUnwarned = (db: Queryable, now: Date): Promise<Waiting[]> =>
  listWaiting(
    db,
    now,
    sql`${UNWARNED} and c.waiting_since <= ${before(
      now,
      sql`coalesce((p.assign ->> 'waitWarnSec')::int, ${DEFAULT_ASSIGN_RULE.waitWarnSec})`,
    )}`,
  )

const overdue = (now: Date) => sql`p.assign_mode <> 'manual' and (p.assign ->> 'returnSec')::int > 0
  and greatest(c.waiting_since, c.agent_since) <= ${before(now, sql`(p.assign ->> 'returnSec')::int`)}`

/** Those whose owner has let them wait for too long, where customers are given to agents. */
export const listOverdue = (db: Queryable, now: Date): Promise<Waiting[]> => listWaiting(db, now, overdue(now))

/** The same of one of them, once they are locked. */
export async function isOverdue(db: Queryable, { entId, customerId, agentId }: Waiting, now: Date): Promise<boolean> {
  const is = sql`c.ent_id = ${entId} and c.id = ${customerId} and c.agent_id = ${agentId}`
  return (await listWaiting(db, now, sql`${is} and ${overdue(now)}`)).length > 0
}

/** Customers whose scheduled return to the AI is due, oldest first. */
export const listDueReturns = (db: Queryable, now: Date): Promise<{ entId: EntId; id: CustomerId }[]> =>
  db
    .select({ entId: customer.entId, id: customer.id })
    .from(customer)
    .where(lte(customer.autoEnableAt, now))
    .orderBy(asc(customer.autoEnableAt))
    .limit(AT_ONCE)
