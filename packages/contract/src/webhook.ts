import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Ok } from './envelope.ts'
import { AgentId, Instant, WebhookDeliveryId, WebhookId } from './ids.ts'
import { typedText } from './text.ts'

/** What a subscription can ask for. Their names are `WEBHOOK_EVENT_LABELS` of the domain. */
export const WEBHOOK_EVENTS = [
  'customer.created',
  'customer.assigned',
  'customer.released',
  'customer.handoff',
  'customer.archived',
  'message.received',
  'message.sent',
  'message.failed',
  'card.submitted',
  'lead.captured',
  'points.warning',
  'daily.report',
] as const
export const WebhookEvent = z.enum(WEBHOOK_EVENTS)
export type WebhookEvent = z.infer<typeof WebhookEvent>

/** `ping` is sent by 测试 alone. */
export const WEBHOOK_TYPES = [...WEBHOOK_EVENTS, 'ping'] as const
export type WebhookType = (typeof WEBHOOK_TYPES)[number]

/** Waiting for its first or next attempt; accepted by the receiver; given up. */
export const DELIVERY_STATES = ['waiting', 'done', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

const WEBHOOK_URL_MAX = 500

export const WebhookDelivery = z.object({
  /** The `webhook-id` of every attempt. */
  id: WebhookDeliveryId,
  type: z.enum(WEBHOOK_TYPES),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int32(),
  createdAt: Instant,
  /** Of the last attempt: when, the HTTP status (null without an answer), the time it took, why it failed. */
  at: Instant.nullable(),
  status: z.int32().nullable(),
  ms: z.int32().nullable(),
  error: z.string(),
  /** The next attempt; null when there is none. */
  nextAt: Instant.nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const Fields = z.object({
  url: typedText(WEBHOOK_URL_MAX, '地址过长').min(1, '请输入地址'),
  events: z
    .array(WebhookEvent)
    .min(1, '请选择事件')
    .max(WEBHOOK_EVENTS.length)
    .overwrite((events) => WEBHOOK_EVENTS.filter((event) => events.includes(event))),
  enabled: z.boolean(),
})

export const Webhook = Fields.extend({
  id: WebhookId,
  /** Switched off by itself after too many failures; null otherwise. */
  stoppedAt: Instant.nullable(),
  /** Deliveries that have been waiting for more than a minute. */
  late: z.int32(),
  /** Newest attempt first. */
  deliveries: z.array(WebhookDelivery),
  createdAt: Instant,
  updatedBy: AgentId.nullable(),
  updatedAt: Instant,
  version: z.int32(),
})
export type Webhook = z.infer<typeof Webhook>

export const webhookApi = {
  list: endpoint({
    method: 'POST',
    path: '/v1/open/webhook/list',
    isRead: true,
    access: 'enterprise:settingsEdit',
    summary: 'Webhook 订阅',
    data: z.array(Webhook),
  }),
  save: endpoint({
    method: 'POST',
    path: '/v1/open/webhook/save',
    access: 'enterprise:settingsEdit',
    summary: '新建或修改 Webhook 订阅',
    audit: ['webhook.create', 'webhook.edit', 'webhook.renewSecret'],
    body: Fields.extend({
      /** Without it a new subscription. */
      id: WebhookId.optional(),
      version: z.int32().default(0),
      /** Without it a new subscription is on, and a kept one stays as it is. */
      enabled: z.boolean().optional(),
      /** 更换密钥; the old one ends at once. */
      renewSecret: z.boolean().default(false),
    }),
    /** `secret`: of a new subscription or after its change, in this answer only. */
    data: Webhook.extend({ secret: z.string().nullable() }),
    errors: ['notFound', 'stale', 'refused'],
  }),
  /** Sends a signed `ping` at once. */
  test: endpoint({
    method: 'POST',
    path: '/v1/open/webhook/test',
    access: 'enterprise:settingsEdit',
    summary: '测试 Webhook 订阅',
    body: z.object({ id: WebhookId }),
    data: Webhook.extend({ ping: WebhookDelivery }),
    errors: ['notFound'],
  }),
  /** One more attempt of a delivery that was given up, with the same id. */
  redeliver: endpoint({
    method: 'POST',
    path: '/v1/open/webhook/redeliver',
    access: 'enterprise:settingsEdit',
    summary: '重新投递',
    body: z.object({ id: WebhookDeliveryId }),
    data: Webhook,
    errors: ['notFound', 'refused'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/v1/open/webhook/del',
    access: 'enterprise:settingsEdit',
    summary: '删除 Webhook 订阅',
    audit: ['webhook.remove'],
    query: z.object({ id: WebhookId }),
    data: Ok,
    errors: ['notFound'],
  }),
}
