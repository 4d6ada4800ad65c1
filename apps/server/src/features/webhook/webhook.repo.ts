import type { EntId, WebhookEvent, WebhookId } from '@ruwu/contract'
import { and, arrayContains, asc, count, eq, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { agent, webhook } from '../../db/schema/index.ts'
import { sealedColumn } from '../../db/sealed-column.ts'

export type WebhookRow = typeof webhook.$inferSelect
export type WebhookKey = { entId: EntId; id: WebhookId }

export const WEBHOOK_SECRET_PURPOSE = 'webhook-secret'

export const webhookSecrets = sealedColumn(webhook, {
  column: 'secret',
  key: ['entId', 'id'],
  purposeOf: () => WEBHOOK_SECRET_PURPOSE,
})

const isWebhook = ({ entId, id }: WebhookKey) => and(eq(webhook.entId, entId), eq(webhook.id, id))

const isSubscriptionOf = (entId: EntId) => and(eq(webhook.entId, entId), isNull(webhook.leadPush))

export const listWebhooks = (db: Queryable, entId: EntId): Promise<WebhookRow[]> =>
  db.select().from(webhook).where(isSubscriptionOf(entId)).orderBy(asc(webhook.createdAt), asc(webhook.id))

export async function findWebhook(db: Queryable, key: WebhookKey): Promise<WebhookRow | undefined> {
  const [row] = await db.select().from(webhook).where(isWebhook(key))
  return row
}

/** Locked until commit, before any of its deliveries is: the one order of locks. */
export async function lockWebhook(
  db: Queryable,
  key: WebhookKey,
  { skipLocked = false } = {},
): Promise<WebhookRow | undefined> {
  const lock = skipLocked ? { skipLocked } : {}
  const [row] = await db.select().from(webhook).where(isWebhook(key)).for('no key update', lock)
  return row
}

/** Whether an enabled subscription wants the event. */
export async function isSubscribed(db: Queryable, entId: EntId, event: WebhookEvent): Promise<boolean> {
  const wants = and(isSubscriptionOf(entId), eq(webhook.enabled, true), arrayContains(webhook.events, [event]))
  return (await db.select({ id: webhook.id }).from(webhook).where(wants).limit(1)).length > 0
}

export async function countWebhooks(db: Queryable, entId: EntId): Promise<number> {
  const [row] = await db.select({ count: count() }).from(webhook).where(isSubscriptionOf(entId))
  return row?.count ?? 0
}

export async function insertWebhook(db: Queryable, row: typeof webhook.$inferInsert): Promise<void> {
  await db.insert(webhook).values(row)
}

export async function changeWebhook(
  db: Queryable,
  key: WebhookKey,
  change: Partial<Omit<typeof webhook.$inferInsert, 'entId' | 'id'>>,
): Promise<void> {
  if (Object.keys(change).length > 0) await db.update(webhook).set(change).where(isWebhook(key))
}

/** With its deliveries. */
export async function deleteWebhook(db: Queryable, key: WebhookKey): Promise<WebhookRow | undefined> {
  const [row] = await db.delete(webhook).where(isWebhook(key)).returning()
  return row
}

export async function editorOf(db: Queryable, { entId, updatedBy }: WebhookRow): Promise<string | undefined> {
  if (updatedBy === null) return undefined
  const [row] = await db
    .select({ name: agent.name })
    .from(agent)
    .where(and(eq(agent.entId, entId), eq(agent.id, updatedBy)))
  return row?.name
}

/** Enabled subscriptions of enterprises whose event log has grown. */
export async function listBehind(db: Queryable): Promise<WebhookKey[]> {
  const { rows } = await db.execute<{ ent_id: string; id: string }>(sql`
    select w.ent_id, w.id from webhook w join event_head h on h.ent_id = w.ent_id
    where w.enabled and h.last > w.seen_seq`)
  return rows.map(({ ent_id, id }) => ({ entId: plain(ent_id) as EntId, id: plain(id) as WebhookId }))
}

/** Leases of one enterprise at the same time, so that its slow receivers do not occupy all slots of a node. */
const LEASES_PER_ENTERPRISE = 2

/**
 * Leases the subscription with a due delivery that was served least recently. The lease allows one delivery of a subscription at a
 * time, over all nodes; when its node stops, it ends and the delivery is repeated.
 */
export async function claimWebhook(
  db: Queryable,
  now: Date,
  until: Date,
): Promise<(WebhookKey & { until: Date }) | undefined> {
  const next = sql`select w.ctid from webhook w
    where w.enabled and (w.busy_until is null or w.busy_until <= ${now})
      and (w.paused_until is null or w.paused_until <= ${now})
      and exists (select 1 from webhook_delivery d where d.ent_id = w.ent_id and d.webhook_id = w.id and d.due_at <= ${now})
      and (select count(*) from webhook o where o.ent_id = w.ent_id and o.busy_until > ${now}) < ${LEASES_PER_ENTERPRISE}
    order by w.busy_until nulls first limit 1 for no key update of w skip locked`
  const [row] = await db
    .update(webhook)
    .set({ busyUntil: until })
    .where(sql`${webhook}.ctid = (${next})`)
    .returning({ entId: webhook.entId, id: webhook.id })
  return row && { ...row, until }
}

const plain = (uuid: string) => uuid.replaceAll('-', '')
