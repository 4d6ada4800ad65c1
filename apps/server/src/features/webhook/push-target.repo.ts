import type { EntId, LeadId, WebhookId } from '@ruwu/contract'
import { DELIVERIES_SHOWN, WEBHOOK_TEXTS } from '@ruwu/domain'
import { and, asc, desc, eq, gte, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import {
  agent,
  channelAccount,
  customer,
  lead,
  type LeadPushOfTarget,
  webhook,
  webhookDelivery,
} from '../../db/schema/index.ts'
import { SHOWN, type ShownDelivery } from './delivery.repo.ts'
import type { WebhookRow } from './webhook.repo.ts'

export type PushTarget = WebhookRow & { leadPush: LeadPushOfTarget }

export const isPushTarget = (row: WebhookRow): row is PushTarget => row.leadPush !== null

const isTargetOf = (entId: EntId) => and(eq(webhook.entId, entId), isNotNull(webhook.leadPush))

/** Targets of 线索推送, oldest first. */
export async function listPushTargets(db: Queryable, entId: EntId): Promise<PushTarget[]> {
  const rows = await db.select().from(webhook).where(isTargetOf(entId)).orderBy(asc(webhook.createdAt), asc(webhook.id))
  return rows as PushTarget[]
}

/** Locked in the order of their ids, as everywhere. */
export async function lockPushTargets(db: Queryable, entId: EntId): Promise<PushTarget[]> {
  const rows = await db.select().from(webhook).where(isTargetOf(entId)).orderBy(asc(webhook.id)).for('no key update')
  return rows as PushTarget[]
}

export type PushRow = { delivery: ShownDelivery; targetId: WebhookId; url: string; leadPush: LeadPushOfTarget }

/** Newest attempt first. */
export async function listPushes(db: Queryable, entId: EntId): Promise<PushRow[]> {
  const rows = await db
    .select({ delivery: SHOWN, targetId: webhook.id, url: webhook.url, leadPush: webhook.leadPush })
    .from(webhookDelivery)
    .innerJoin(webhook, and(eq(webhook.entId, webhookDelivery.entId), eq(webhook.id, webhookDelivery.webhookId)))
    .where(isTargetOf(entId))
    .orderBy(desc(sql`coalesce(${webhookDelivery.lastAt}, ${webhookDelivery.createdAt})`), desc(webhookDelivery.id))
    .limit(DELIVERIES_SHOWN)
  return rows as PushRow[]
}

const counted = (state: 'done' | 'failed') =>
  sql<number>`(count(*) filter (where ${eq(webhookDelivery.state, state)}))::int`

/** Pushes since then that were accepted and given up; tests and cancelled ones are not counted. */
export async function countPushes(
  db: Queryable,
  entId: EntId,
  since: Date,
): Promise<{ pushedInWeek: number; failedInWeek: number }> {
  const [row] = await db
    .select({ pushedInWeek: counted('done'), failedInWeek: counted('failed') })
    .from(webhookDelivery)
    .innerJoin(webhook, and(eq(webhook.entId, webhookDelivery.entId), eq(webhook.id, webhookDelivery.webhookId)))
    .where(
      and(
        isTargetOf(entId),
        eq(webhookDelivery.type, 'lead.captured'),
        gte(webhookDelivery.createdAt, since),
        ne(webhookDelivery.error, WEBHOOK_TEXTS.cancelled),
      ),
    )
  return row ?? { pushedInWeek: 0, failedInWeek: 0 }
}

/** Leads with what is known of their customers now. */
export const readLeadFacts = (db: Queryable, entId: EntId, ids: LeadId[]) =>
  db
    .select({
      id: lead.id,
      kind: lead.kind,
      value: lead.value,
      at: lead.createdAt,
      customerId: customer.id,
      customerName: customer.name,
      remark: customer.remark,
      source: customer.source,
      city: customer.city,
      account: channelAccount.name,
      agent: agent.name,
      tags: sql<
        string[]
      >`array(select t.name from tag t where t.ent_id = ${customer.entId} and t.id = any(${customer.tagIds})
        order by array_position(${customer.tagIds}, t.id))`,
    })
    .from(lead)
    .innerJoin(customer, and(eq(customer.entId, lead.entId), eq(customer.id, lead.customerId)))
    .innerJoin(
      channelAccount,
      and(eq(channelAccount.entId, customer.entId), eq(channelAccount.id, customer.relationId)),
    )
    .leftJoin(agent, and(eq(agent.entId, customer.entId), eq(agent.id, customer.agentId)))
    .where(and(eq(lead.entId, entId), inArray(lead.id, ids)))
