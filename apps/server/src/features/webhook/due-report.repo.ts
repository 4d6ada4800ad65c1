import type { AgentId, EntId, WebhookId } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import type { WebhookKey } from './webhook.repo.ts'

export const REPORT_TYPE = 'daily.report'

export type DueReport = WebhookKey & { agentId: AgentId | null; day: string; entName: string }

/**
 * Subscriptions of the daily report that have not got that of yesterday, after `time` of the enterprise's day. One that was saved
 * later begins tomorrow: what happened while it was off is not delivered. Those of a suspended enterprise wait.
 */
export async function listDueReports(db: Queryable, time: string, now: Date): Promise<DueReport[]> {
  const local = sql`(${now.toISOString()}::timestamptz at time zone e.timezone)`
  const { rows } = await db.execute<
    Record<'entId' | 'id' | 'day' | 'entName', string> & { agentId: string | null }
  >(sql`
    select replace(w.ent_id::text, '-', '') as "entId", replace(w.id::text, '-', '') as id,
      replace(w.updated_by::text, '-', '') as "agentId", (${local}::date - 1)::text as day, e.name as "entName"
    from webhook w join enterprise e on e.id = w.ent_id
    where w.enabled and w.lead_push is null and e.suspended_at is null and ${REPORT_TYPE} = any(w.events)
      and to_char(${local}, 'HH24:MI') >= ${time}
      and (w.updated_at at time zone e.timezone) < ${local}::date + ${time}::time
      and not exists (select 1 from webhook_delivery d where d.ent_id = w.ent_id and d.webhook_id = w.id
        and d.type = ${REPORT_TYPE} and d.key = (${local}::date - 1)::text)
    order by w.ent_id, w.id`)
  return rows.map((row) => ({
    ...row,
    entId: row.entId as EntId,
    id: row.id as WebhookId,
    agentId: row.agentId as AgentId | null,
  }))
}
