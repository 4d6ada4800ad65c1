import { sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'

/** Rows that wait in a queue at `now`, and since when the oldest could have been taken. */
const waiting = (now: Date) => ({
  inbound: sql`min(not_before) as at from platform_delivery where state = 'waiting' and not_before <= ${now}`,
  outbound: sql`min(due_at) as at from outbox where due_at <= ${now}`,
  media: sql`min(due_at) as at from inbound_media where due_at <= ${now}`,
  answers: sql`min(due_at) as at from ai_waiting where due_at <= ${now}`,
  rules: sql`min(due_at) as at from automation_run where due_at <= ${now}`,
  flows: sql`min(due_at) as at from flow_run where ended_at is null and due_at <= ${now}`,
  exports: sql`min(due_at) as at from export_job where due_at <= ${now}`,
  webhooks: sql`min(due_at) as at from webhook_delivery where due_at <= ${now}`,
})

/** Of the job library, whose tables are there once a process has started it. */
const JOBS = sql`select 'jobs' as queue, coalesce(extract(epoch from now() - min(start_after)), 0)::float8 as seconds
  from pgboss.job where state < 'active' and start_after <= now()`

type Lag = { queue: string; seconds: number }

/** Seconds that the oldest row of each queue has waited; 0 where none waits. */
export async function readQueueLags(db: Queryable, now: Date): Promise<Lag[]> {
  const asked = Object.entries(waiting(now)).map(
    ([queue, oldest]) =>
      sql`select ${queue}::text as queue, coalesce(extract(epoch from ${now}::timestamptz - at), 0)::float8 as seconds
        from (select ${oldest}) oldest`,
  )
  const { rows } = await db.execute<Lag>(sql.join(asked, sql` union all `))
  const found = await db.execute(sql`select where to_regclass('pgboss.job') is not null`)
  return found.rows.length === 0 ? rows : [...rows, ...(await db.execute<Lag>(JOBS)).rows]
}
