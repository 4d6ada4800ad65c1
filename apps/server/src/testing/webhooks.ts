import { type WebhookEvent, webhookApi } from '@ruwu/contract'
import { startWebhookReceiver } from '@ruwu/testkit'
import { onTestFinished } from 'vitest'
import { webhookDelivery } from '../db/schema/index.ts'
import { createWebhookWorker } from '../features/webhook/index.ts'
import { createSecrets } from '../platform/secrets.ts'
import type { Person } from './person.ts'
import { TEST_SECRET_KEY } from './start-node.ts'
import type { World } from './world.ts'

/** Another system, until the test ends. */
export async function receiver() {
  const there = await startWebhookReceiver()
  onTestFinished(() => there.close())
  return there
}

export const subscribe = (person: Person, url: string, ...events: WebhookEvent[]) =>
  person.call(webhookApi.save, { body: { url, events, enabled: true } })

/** Everything that is due is delivered. */
export async function deliver({ reception: { work } }: Pick<World, 'reception'>): Promise<void> {
  while (await work.webhooks.run()) {
    // Until the log is read.
  }
  await work.webhooks.settle()
}

export const typesOf = (calls: { body: string }[]) =>
  calls.map(({ body }) => (JSON.parse(body) as { type: string }).type)
export const idsOf = (calls: { headers: Record<string, string> }[]) => calls.map(({ headers }) => headers['webhook-id'])

export const deliveriesOf = (here: Pick<World, 'db'>) =>
  here.db.sql.select().from(webhookDelivery).orderBy(webhookDelivery.createdAt, webhookDelivery.id)

/** A second node on the same database. */
export const otherNode = ({ db, clock, app }: Pick<World, 'db' | 'clock' | 'app'>) =>
  createWebhookWorker({ db, clock, secrets: createSecrets(TEST_SECRET_KEY), log: app.log, isDemo: true })
