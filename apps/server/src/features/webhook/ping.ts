import type { WebhookDelivery } from '@ruwu/contract'
import { LEAD_PUSH_TEXTS } from '@ruwu/domain'
import type { Database } from '../../db/database.ts'
import { countAgainst } from '../../platform/auth/throttle.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { newDelivery } from './collect-events.ts'
import { insertDeliveries } from './delivery.repo.ts'
import { robotBody } from './robot.ts'
import { robotOf, sendWebhook } from './send-webhook.ts'
import { lockWebhook, WEBHOOK_SECRET_PURPOSE, type WebhookRow } from './webhook.repo.ts'
import { toDelivery } from './webhook.view.ts'

export type WebhookDeps = { db: Database; clock: Clock; secrets: Secrets; isDemo: boolean }

/** Tests of an enterprise: they call an address of the user's choice at once. */
const TESTS = { most: 10, windowMs: 60_000 }

/** Sends a ping at once; it is in the log, and counts neither for nor against the subscription. Undefined: removed meanwhile. */
export async function sendPing(
  { db, clock, secrets, isDemo }: WebhookDeps,
  row: WebhookRow,
): Promise<WebhookDelivery | undefined> {
  const { entId, id: webhookId, url } = row
  const now = clock.now()
  await countAgainst(db.sql, [[`webhook-test:${entId}`, TESTS]], now)
  const robot = robotOf(row)
  const body = 'robot' in robot ? { body: robotBody(LEAD_PUSH_TEXTS.test) } : {}
  const ping = newDelivery(row, { type: 'ping', key: newId(now), data: {}, at: now, ...body })
  const secret = secrets.open(WEBHOOK_SECRET_PURPOSE, row.secret)
  const outcome = await sendWebhook({ ...ping, ...robot, url, secret, isDemo }, now)
  const state = outcome.error ? ('failed' as const) : ('done' as const)
  const tried = { entId, webhookId, ...ping, ...outcome, state, attempts: 1, lastAt: clock.now() }
  const delivery = { ...tried, customerId: null, dueAt: null }
  return db.transaction(async ({ sql }) => {
    if (!(await lockWebhook(sql, row))) return undefined
    await insertDeliveries(sql, [delivery])
    return toDelivery(delivery)
  })
}
