import type { CustomerEvent, LeadId, WebhookDeliveryId } from '@ruwu/contract'
import { maskLead, type WebhookFact, webhookFacts, webhookSources } from '@ruwu/domain'
import type { Database, Queryable } from '../../db/database.ts'
import { newId } from '../../platform/ids.ts'
import { insertDeliveries, listLeads, readLog } from './delivery.repo.ts'
import { changeWebhook, listBehind, lockWebhook, type WebhookKey } from './webhook.repo.ts'

const EVENTS_PER_READ = 500
/** A lead is told of when it is captured; the same event repeats for every later mention. */
const NEW_LEAD_MS = 60_000

type LoggedFact = WebhookFact & { at: Date }

/** Turns logged events into deliveries. True when there are more. An error of one subscription holds back no other. */
export async function collectEvents(db: Database, now: Date, onError: (error: unknown) => void): Promise<boolean> {
  let isMore = false
  for (const key of await listBehind(db.sql)) {
    try {
      if (await db.transaction((tx) => collectFor(tx.sql, key, now))) isMore = true
    } catch (error) {
      onError(error)
    }
  }
  return isMore
}

/**
 * Deliveries and cursor are written together, so that no event is lost or repeated by a crash. Numbers of events follow the order of
 * commits: none appears below the cursor later.
 */
async function collectFor(db: Queryable, key: WebhookKey, now: Date): Promise<boolean> {
  const row = await lockWebhook(db, key, { skipLocked: true })
  if (!row?.enabled) return false
  const wanted = { after: row.seenSeq, types: webhookSources(row.events), limit: EVENTS_PER_READ }
  const { events, isFull, upTo } = await readLog(db, key.entId, wanted)
  const facts = events.flatMap(({ type, payload, createdAt: at }) =>
    webhookFacts({ type, ...payload } as CustomerEvent, row.events).map((fact) => ({ ...fact, at })),
  )
  await insertDeliveries(
    db,
    (await withContacts(db, key, facts)).map((fact) => ({
      entId: key.entId,
      webhookId: key.id,
      ...newDelivery(key, fact),
      customerId: fact.customerId,
      state: 'waiting' as const,
      dueAt: now,
    })),
  )
  await changeWebhook(db, key, { seenSeq: upTo })
  return isFull
}

type Told = Pick<LoggedFact, 'key' | 'data' | 'at'> & { type: LoggedFact['type'] | 'ping' }

/** Id and body, which stay the same in every attempt. */
export function newDelivery({ entId }: Pick<WebhookKey, 'entId'>, { type, key, data, at }: Told) {
  const id = newId<WebhookDeliveryId>(at)
  const body = JSON.stringify({ id, type, createdAt: at.toISOString(), enterpriseId: entId, data })
  return { id, type, key, body, createdAt: at }
}

/** Adds kind and masked value of new leads; a lead that was known before, or is gone, is left out. */
async function withContacts(db: Queryable, { entId }: WebhookKey, facts: LoggedFact[]): Promise<LoggedFact[]> {
  const ids = facts.flatMap(({ type, data }) => (type === 'lead.captured' ? [data.leadId as LeadId] : []))
  if (ids.length === 0) return facts
  const leads = new Map((await listLeads(db, entId, ids)).map((row) => [row.id as string, row]))
  return facts.flatMap((fact) => {
    if (fact.type !== 'lead.captured') return [fact]
    const row = leads.get(fact.data.leadId ?? '')
    if (!row || fact.at.getTime() - row.createdAt.getTime() > NEW_LEAD_MS) return []
    return [{ ...fact, data: { ...fact.data, kind: row.kind, state: row.state, contact: maskLead(row) } }]
  })
}
