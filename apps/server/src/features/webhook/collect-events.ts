import type { CustomerId, LeadId, WebhookDeliveryId } from '@ruwu/contract'
import { maskLead, type WebhookFact, webhookFacts, type WebhookSource, webhookSources } from '@ruwu/domain'
import type { Database, Queryable, Transaction } from '../../db/database.ts'
import { newId } from '../../platform/ids.ts'
import { type DeliveryRow, insertDeliveries, listLeads, readLog, takeWaiting } from './delivery.repo.ts'
import type { PushTarget } from './push-target.repo.ts'
import { pushedLeads } from './pushed-lead.ts'
import { tellHolders } from './tell-holders.ts'
import { changeWebhook, listBehind, lockWebhook, type WebhookKey, type WebhookRow } from './webhook.repo.ts'

const EVENTS_PER_READ = 500

type LoggedFact = WebhookFact & { at: Date }

type OnError = (error: unknown) => void

/** Turns logged events into deliveries. True when there are more. An error of one subscription holds back no other. */
export async function collectEvents(db: Database, now: Date, onError: OnError): Promise<boolean> {
  let isMore = false
  for (const key of await listBehind(db.sql)) {
    try {
      if (await db.transaction((tx) => collectFor(tx, key, now, onError))) isMore = true
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
async function collectFor(tx: Transaction, key: WebhookKey, now: Date, onError: OnError): Promise<boolean> {
  const db = tx.sql
  const row = await lockWebhook(db, key, { skipLocked: true })
  if (!row?.enabled) return false
  const wanted = { after: row.seenSeq, types: webhookSources(row.events), limit: EVENTS_PER_READ }
  const { events, isFull, upTo, isPurged } = await readLog(db, key.entId, wanted)
  if (isPurged) await tellHolders(tx, row, ({ lost }, host) => lost(host), now)
  const facts = events.flatMap(({ type, payload, createdAt: at }) => {
    try {
      return webhookFacts({ type, ...payload } as WebhookSource, row.events).map((fact) => ({ ...fact, at }))
    } catch (error) {
      // An event that cannot be read is left out: it would hold back all after it.
      onError(error)
      return []
    }
  })
  await insertDeliveries(
    db,
    (await toldTo(db, row, facts)).map((fact) => ({
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

type Told = Pick<LoggedFact, 'key' | 'at'> & {
  id?: WebhookDeliveryId
  type: LoggedFact['type'] | 'ping'
  data: object
  /** What is sent instead of type and data: the text of a robot. */
  body?: string
}

const toldTo = (
  db: Queryable,
  row: WebhookRow,
  facts: LoggedFact[],
): Promise<(Told & Pick<LoggedFact, 'customerId'>)[]> =>
  row.leadPush ? pushedLeads(db, row, row.leadPush, facts) : withContacts(db, row, facts)

/** Id and body, which stay the same in every attempt. */
export function newDelivery({ entId }: Pick<WebhookKey, 'entId'>, { type, key, data, at, body: own, ...told }: Told) {
  const id = told.id ?? newId<WebhookDeliveryId>(at)
  const body = own ?? JSON.stringify({ id, type, createdAt: at.toISOString(), enterpriseId: entId, data })
  return { id, type, key, body, createdAt: at }
}

/** Leads that wait are told as the card says now; their ids and tries stay. */
export async function retellLeads(db: Queryable, row: PushTarget): Promise<void> {
  const told = await retoldLeads(db, row, await takeWaiting(db, row))
  for (let from = 0; from < told.length; from += EVENTS_PER_READ)
    await insertDeliveries(db, told.slice(from, from + EVENTS_PER_READ))
}

/** Deliveries of a target, each body rebuilt from its current setting; those of deleted leads are left out. */
export async function retoldLeads(db: Queryable, row: PushTarget, deliveries: DeliveryRow[]): Promise<DeliveryRow[]> {
  const stored = new Map(deliveries.map((delivery) => [delivery.key, delivery]))
  const facts = [...stored.values()].map(({ id, key, customerId, createdAt: at }) => ({
    id,
    type: 'lead.captured' as const,
    key,
    customerId: customerId as CustomerId,
    at,
    data: { customerId, leadId: key },
  }))
  return (await pushedLeads(db, row, row.leadPush, facts)).flatMap((fact) => {
    const delivery = stored.get(fact.key)
    return delivery ? [{ ...delivery, ...newDelivery(row, fact) }] : []
  })
}

/** Adds kind and masked value of new leads; a lead that is gone is left out. */
async function withContacts(db: Queryable, { entId }: WebhookKey, facts: LoggedFact[]): Promise<LoggedFact[]> {
  const ids = facts.flatMap(({ type, data }) => (type === 'lead.captured' ? [data.leadId as LeadId] : []))
  if (ids.length === 0) return facts
  const leads = new Map((await listLeads(db, entId, ids)).map((row) => [row.id as string, row]))
  return facts.flatMap((fact) => {
    if (fact.type !== 'lead.captured') return [fact]
    const row = leads.get(String(fact.data.leadId))
    return row ? [{ ...fact, data: { ...fact.data, kind: row.kind, state: row.state, contact: maskLead(row) } }] : []
  })
}
