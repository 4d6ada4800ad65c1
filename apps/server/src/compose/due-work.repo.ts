import { sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'

/**
 * Rows that a background loop may work on at `now`, by the loop's name. May name rows that the loop then leaves (paused, leased by
 * another node), never the other way round.
 */
const due = (now: Date) => ({
  inbound: sql`platform_delivery where state = 'waiting' and not_before <= ${now}`,
  'account events': sql`platform_delivery where state = 'waiting' and not_before <= ${now}`,
  outbound: sql`outbox where due_at <= ${now}`,
  media: sql`inbound_media where due_at <= ${now}`,
  causes: sql`inbound_cause where due_at <= ${now}`,
  rules: sql`automation_cause where due_at <= ${now}`,
  'rule actions': sql`automation_run where due_at <= ${now}`,
  erasures: sql`erasure where due_at <= ${now}`,
  flows: sql`flow_run where ended_at is null and due_at <= ${now}`,
  exports: sql`export_job where due_at <= ${now}`,
  overdue: sql`platform_pending where due_at <= ${now}`,
  comments: sql`comment_reply where due_at <= ${now}`,
  'tag rules': sql`tag_check where due_at <= ${now}`,
  search: sql`search_pending`,
  webhooks: sql`webhook w left join event_head h on h.ent_id = w.ent_id
    where w.enabled and (h.last > w.seen_seq or exists (
      select from webhook_delivery d where d.ent_id = w.ent_id and d.webhook_id = w.id and d.due_at <= ${now}))`,
  reminders: sql`customer_reminder where fired_at is null and remind_at <= ${now}`,
  'postponed conversations': sql`customer where postponed_until <= ${now}`,
  'scheduled messages': sql`scheduled_message where state = 'waiting' and send_at <= ${now}`,
  learning: sql`knowledge where status = 'learning'`,
  'handoff hints': sql`ai_handoff where hint_at <= ${now}`,
  'ai answers': sql`ai_waiting where due_at <= ${now}`,
})

export type DueLoop = keyof ReturnType<typeof due>

/** The loops that have work, by one statement for all: an idle node asks the database once per interval, not once per loop. */
export async function readDueLoops(db: Queryable, now: Date): Promise<DueLoop[]> {
  const asked = Object.entries(due(now)).map(
    ([name, rows]) => sql`select ${name}::text as name where exists (select from ${rows})`,
  )
  const { rows } = await db.execute<{ name: DueLoop }>(sql.join(asked, sql` union all `))
  return rows.map(({ name }) => name)
}
