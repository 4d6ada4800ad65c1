import type { Webhook, WebhookDelivery } from '@ruwu/contract'
import type { ShownDelivery } from './delivery.repo.ts'
import type { WebhookRow } from './webhook.repo.ts'

/** The secret is shown once, by the call that made it. */
export const toWebhook = (row: WebhookRow, deliveries: readonly ShownDelivery[], late: number): Webhook => ({
  id: row.id,
  url: row.url,
  events: row.events,
  enabled: row.enabled,
  stoppedAt: row.stoppedAt?.toISOString() ?? null,
  late,
  deliveries: deliveries.map(toDelivery),
  createdAt: row.createdAt.toISOString(),
  updatedBy: row.updatedBy,
  updatedAt: row.updatedAt.toISOString(),
  version: row.version,
})

export const toDelivery = (row: ShownDelivery): WebhookDelivery => ({
  id: row.id,
  type: row.type,
  state: row.state,
  attempts: row.attempts,
  createdAt: row.createdAt.toISOString(),
  at: row.lastAt?.toISOString() ?? null,
  status: row.status,
  ms: row.ms,
  error: row.error,
  nextAt: row.dueAt?.toISOString() ?? null,
})
