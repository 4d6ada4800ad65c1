import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Instant, WebhookDeliveryId, WebhookId } from './ids.ts'
import { typedText } from './text.ts'
import { WebhookDelivery } from './webhook.ts'

/** Robots of a group chat: 2 钉钉, 4 企业微信. */
export const ROBOT_TYPES = [2, 4] as const
export type RobotType = (typeof ROBOT_TYPES)[number]

/** A robot, or an own system that is called like a Webhook subscription. */
export const PUSH_TYPES = [...ROBOT_TYPES, 'webhook'] as const
const PushType = z.literal(PUSH_TYPES)
export type PushType = z.infer<typeof PushType>

/** What a push tells of a lead. Their names are `LEAD_PUSH_FIELD_LABELS` of the domain. */
export const LEAD_PUSH_FIELDS = ['name', 'contact', 'source', 'account', 'agent', 'city', 'tags', 'at'] as const
export type LeadPushField = (typeof LEAD_PUSH_FIELDS)[number]

export const LEAD_PUSH_LIMITS = { targets: 5, url: 500, secret: 200 } as const

/** 线索推送: new leads are told to group chats and own systems. */
const LeadPushSetting = z.object({
  enabled: z.boolean(),
  /** Contacts are sent masked. */
  masked: z.boolean(),
  fields: z
    .array(z.enum(LEAD_PUSH_FIELDS))
    .min(1, '请选择推送内容')
    .max(LEAD_PUSH_FIELDS.length)
    .overwrite((fields) => LEAD_PUSH_FIELDS.filter((field) => fields.includes(field))),
})
export type LeadPushSetting = z.infer<typeof LeadPushSetting>

const TargetInput = z.object({
  /** Without it a new target. */
  id: WebhookId.optional(),
  type: PushType,
  url: typedText(LEAD_PUSH_LIMITS.url, '地址过长').min(1, '请输入地址'),
  /** 加签密钥 of a 钉钉 robot; empty: it has none. Without it a kept target keeps its own. */
  secret: typedText(LEAD_PUSH_LIMITS.secret, '密钥过长').optional(),
})

export const LeadPushInput = LeadPushSetting.extend({
  targets: z.array(TargetInput).max(LEAD_PUSH_LIMITS.targets, `最多 ${LEAD_PUSH_LIMITS.targets} 个推送目标`),
  version: z.int32(),
}).refine(({ enabled, targets }) => !enabled || targets.length > 0, { path: ['targets'], message: '请添加推送目标' })
export type LeadPushInput = z.infer<typeof LeadPushInput>

export const LeadPushTarget = z.object({
  id: WebhookId,
  type: PushType,
  /** Without `automation:edit` its origin alone: path and query hold the token of a robot. */
  url: z.string(),
  /** Calls are signed. */
  isSigned: z.boolean(),
  /** Switched off by itself after too many failures; saving the card switches it on. */
  stoppedAt: Instant.nullable(),
})
export type LeadPushTarget = z.infer<typeof LeadPushTarget>

/** The card, with pushes accepted and given up in the last 7 days. */
export const LeadPushCard = LeadPushSetting.extend({
  targets: z.array(LeadPushTarget),
  version: z.int32(),
  pushedInWeek: z.int32(),
  failedInWeek: z.int32(),
})
export type LeadPushCard = z.infer<typeof LeadPushCard>

/** A row of the log of pushes. */
export const LeadPush = WebhookDelivery.extend({ targetId: WebhookId, targetType: PushType, host: z.string() })
export type LeadPush = z.infer<typeof LeadPush>

export const leadPushApi = {
  save: endpoint({
    method: 'PUT',
    path: '/v1/automation/more/leadPush',
    access: 'automation:edit',
    summary: '保存线索推送',
    audit: ['automation.leadPush'],
    body: LeadPushInput,
    /** `secrets`: of new targets `webhook`, in this answer only. */
    data: LeadPushCard.extend({ secrets: z.array(z.object({ id: WebhookId, secret: z.string() })) }),
    errors: ['notFound', 'stale'],
  }),
  /** Sends a test message at once. */
  test: endpoint({
    method: 'POST',
    path: '/v1/automation/more/leadPush/test',
    access: 'automation:edit',
    summary: '测试线索推送',
    body: z.object({ id: WebhookId }),
    data: WebhookDelivery,
    errors: ['notFound'],
  }),
  /** The last pushes, newest attempt first. */
  log: endpoint({
    method: 'POST',
    path: '/v1/automation/more/leadPush/log',
    isRead: true,
    access: 'automation:edit',
    summary: '线索推送记录',
    data: z.array(LeadPush),
  }),
  /** One more attempt of a push that was given up, with the same id. */
  repeat: endpoint({
    method: 'POST',
    path: '/v1/automation/more/leadPush/repeat',
    access: 'automation:edit',
    summary: '重新推送线索',
    body: z.object({ id: WebhookDeliveryId }),
    data: z.array(LeadPush),
    errors: ['notFound', 'refused'],
  }),
}
