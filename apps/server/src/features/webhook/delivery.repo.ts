import type { EntId, LeadId, WebhookDeliveryId } from '@ruwu/contract'
import { DELIVERIES_SHOWN, DELIVERY_DAYS, WEBHOOK_LATE_MS, WEBHOOK_TEXTS, type WebhookSource } from '@ruwu/domain'
import { and, asc, count, desc, eq, inArray, isNotNull, lt, lte, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { readEvents, readHead } from '../../db/event-log.ts'
import { lead, webhookDelivery } from '../../db/schema/index.ts'
import type { WebhookKey } from './webhook.repo.ts'

export type DeliveryRow = typeof webhookDelivery.$inferSelect
type NewDelivery = typeof webhookDelivery.$inferInsert

const DAY_MS = 86_400_000

const ofWebhook = ({ entId, id }: WebhookKey) =>
  and(eq(webhookDelivery.entId, entId), eq(webhookDelivery.webhookId, id))

export const SHOWN = {
  id: webhookDelivery.id,
  type: webhookDelivery.type,
  state: webhookDelivery.state,
  attempts: webhookDelivery.attempts,
  createdAt: webhookDelivery.createdAt,
  lastAt: webhookDelivery.lastAt,
  status: webhookDelivery.status,
  ms: webhookDelivery.ms,
  error: webhookDelivery.error,
  dueAt: webhookDelivery.dueAt,
}
export type ShownDelivery = Pick<DeliveryRow, keyof typeof SHOWN>

export const listDeliveries = (db: Queryable, key: WebhookKey): Promise<ShownDelivery[]> =>
  db
    .select(SHOWN)
    .from(webhookDelivery)
    .where(ofWebhook(key))
    .orderBy(desc(sql`coalesce(${webhookDelivery.lastAt}, ${webhookDelivery.createdAt})`), desc(webhookDelivery.id))
    .limit(DELIVERIES_SHOWN)

export async function countLate(db: Queryable, key: WebhookKey, now: Date): Promise<number> {
  const since = new Date(now.getTime() - WEBHOOK_LATE_MS)
  const [row] = await db
    .select({ count: count() })
    .from(webhookDelivery)
    .where(and(ofWebhook(key), isNotNull(webhookDelivery.dueAt), lt(webhookDelivery.createdAt, since)))
  return row?.count ?? 0
}

/** A second copy of an event is left out. True: there were others. */
export async function insertDeliveries(db: Queryable, rows: NewDelivery[]): Promise<boolean> {
  if (rows.length === 0) return false
  const { rowCount } = await db.insert(webhookDelivery).values(rows).onConflictDoNothing()
  return rowCount !== 0
}

/**
 * While the receiver fails, the oldest comes first: with few attempts and a growing queue it is still given up, and told of, in time.
 */
export async function findDue(
  db: Queryable,
  key: WebhookKey & { failures: number },
  now: Date,
): Promise<DeliveryRow | undefined> {
  const [row] = await db
    .select()
    .from(webhookDelivery)
    .where(and(ofWebhook(key), lte(webhookDelivery.dueAt, now)))
    .orderBy(...(key.failures > 0 ? [] : [asc(webhookDelivery.dueAt)]), asc(webhookDelivery.id))
    .limit(1)
  return row
}

type Attempt = Pick<DeliveryRow, 'state' | 'dueAt' | 'lastAt' | 'status' | 'ms' | 'error'>

/** False: the delivery was erased, cancelled, or its attempt was recorded by a node that took the lease over. */
export async function recordAttempt(
  db: Queryable,
  { entId, id, attempts }: { entId: EntId; id: WebhookDeliveryId; attempts: number },
  attempt: Attempt,
): Promise<boolean> {
  const rows = await db
    .update(webhookDelivery)
    .set({ ...attempt, attempts: attempts + 1 })
    .where(
      and(
        eq(webhookDelivery.entId, entId),
        eq(webhookDelivery.id, id),
        eq(webhookDelivery.state, 'waiting'),
        eq(webhookDelivery.attempts, attempts),
      ),
    )
    .returning({ id: webhookDelivery.id })
  return rows.length > 0
}

export async function findDelivery(
  db: Queryable,
  entId: EntId,
  id: WebhookDeliveryId,
): Promise<DeliveryRow | undefined> {
  const [row] = await db
    .select()
    .from(webhookDelivery)
    .where(and(eq(webhookDelivery.entId, entId), eq(webhookDelivery.id, id)))
  return row
}

/** Sends `body`. False: it is not given up, or no longer. */
export async function repeatDelivery(db: Queryable, { entId, id, body }: DeliveryRow, now: Date): Promise<boolean> {
  const rows = await db
    .update(webhookDelivery)
    .set({ state: 'waiting', dueAt: now, body })
    .where(and(eq(webhookDelivery.entId, entId), eq(webhookDelivery.id, id), eq(webhookDelivery.state, 'failed')))
    .returning({ id: webhookDelivery.id })
  return rows.length > 0
}

/** What waits ends with the subscription being switched off. */
export async function cancelWaiting(db: Queryable, key: WebhookKey): Promise<void> {
  await db
    .update(webhookDelivery)
    .set({ state: 'failed', dueAt: null, error: WEBHOOK_TEXTS.cancelled })
    .where(and(ofWebhook(key), eq(webhookDelivery.state, 'waiting')))
}

/** Removes what waits, to be built again. */
export const takeWaiting = (db: Queryable, key: WebhookKey): Promise<DeliveryRow[]> =>
  db
    .delete(webhookDelivery)
    .where(and(ofWebhook(key), eq(webhookDelivery.state, 'waiting')))
    .returning()

export async function deleteOldDeliveries(db: Queryable, now: Date): Promise<void> {
  await db
    .delete(webhookDelivery)
    .where(lt(webhookDelivery.createdAt, new Date(now.getTime() - DELIVERY_DAYS * DAY_MS)))
}

/** Events of these types above `after`, oldest first, the number up to which the log was read, and whether some are purged. */
export async function readLog(
  db: Queryable,
  entId: EntId,
  { after, types, limit }: { after: number; types: readonly WebhookSource['type'][]; limit: number },
) {
  const { last, purgedTo } = await readHead(db, entId)
  const events = await readEvents(db, entId, { after, last, limit, types })
  const isFull = events.length === limit
  return { events, isFull, upTo: isFull ? (events.at(-1)?.seq ?? last) : last, isPurged: purgedTo > after }
}

export const listLeads = (db: Queryable, entId: EntId, ids: LeadId[]) =>
  db
    .select({ id: lead.id, kind: lead.kind, value: lead.value, state: lead.state })
    .from(lead)
    .where(and(eq(lead.entId, entId), inArray(lead.id, ids)))
