import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Ok } from './envelope.ts'
import { AgentId, Instant, MaterialId, RelationId } from './ids.ts'
import { pageFields, pageOf, sortFields } from './paging.ts'
import { CardType, Source } from './source.ts'
import { typedText } from './text.ts'

/** 待审核, 已通过, 已驳回. */
export const AUDIT_STATUSES = ['pending', 'passed', 'rejected'] as const
export const AuditStatus = z.enum(AUDIT_STATUSES)
export type AuditStatus = z.infer<typeof AuditStatus>

/** 1 微信, 3 电话, 4 企业微信. */
export const ContactChannel = z.union([z.literal(1), z.literal(3), z.literal(4)])
export type ContactChannel = z.infer<typeof ContactChannel>

export const LEAD_FIELDS = ['name', 'phone', 'city'] as const
export const LeadField = z.enum(LEAD_FIELDS)
export type LeadField = z.infer<typeof LeadField>

/** A platform card: our copy of the platform's record, with our own fields. */
export const Material = z.object({
  id: MaterialId,
  relationId: RelationId,
  source: Source,
  type: CardType,
  name: z.string(),
  title: z.string(),
  subtitle: z.string(),
  image: z.string(),
  channel: ContactChannel.nullable(),
  number: z.string(),
  agentIds: z.array(AgentId),
  fields: z.array(LeadField),
  buttonText: z.string(),
  afterText: z.string(),
  url: z.string(),
  expireAt: Instant.nullable(),
  enabled: z.boolean(),
  platformId: z.string(),
  /** Missing on the platform at the last sync: shown, never sent. */
  isRemoved: z.boolean(),
  auditStatus: AuditStatus,
  auditReason: z.string(),
  sent: z.int32(),
  clicked: z.int32(),
  submitted: z.int32(),
  version: z.int32(),
  updatedAt: Instant,
})
export type Material = z.infer<typeof Material>

/** Our own fields, editable on every card. */
const OwnFields = {
  name: typedText(20, '名称最多 20 个字').min(1, '请输入名称'),
  agentIds: z.array(AgentId).max(50, '最多选择 50 位客服').default([]),
  afterText: typedText(200, '提交后回复最多 200 个字').default(''),
  expireAt: Instant.nullable().default(null),
  enabled: z.boolean().default(true),
}

/** Fields sent to the platform; refused where cards are created on the platform itself. */
const PlatformFields = {
  title: typedText(20, '标题最多 20 个字').min(1, '请输入标题'),
  image: typedText(500, '图片地址过长').min(1, '请选择图片'),
  fields: z.array(LeadField).refine((fields) => fields.includes('phone'), '手机号为必选字段'),
}

export const MATERIAL_SORTS = ['sent', 'clicked', 'submitted', 'updatedAt'] as const

export const materialApi = {
  page: endpoint({
    method: 'POST',
    path: '/v1/channel/material/page',
    isRead: true,
    access: 'login',
    summary: '卡片',
    body: z.object({
      relationId: RelationId.optional(),
      source: Source.optional(),
      type: CardType.optional(),
      status: AuditStatus.optional(),
      keyword: typedText(50, '关键词最多 50 个字').optional(),
      /** Only sendable cards: enabled, approved, not expired, still on the platform. */
      usable: z.boolean().optional(),
      ...pageFields,
      ...sortFields(MATERIAL_SORTS),
    }),
    data: pageOf(Material),
  }),
  save: endpoint({
    method: 'POST',
    path: '/v1/channel/material/save',
    access: 'channelAccount:settingsEdit',
    summary: '新建卡片',
    body: z.object({ relationId: RelationId, type: z.literal('lead_form'), ...OwnFields, ...PlatformFields }),
    data: Material,
    errors: ['notFound', 'refused', 'platformRefused'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/v1/channel/material/update',
    access: 'channelAccount:settingsEdit',
    summary: '修改卡片',
    body: z.object({
      id: MaterialId,
      version: z.int32(),
      ...OwnFields,
      ...z.object(PlatformFields).partial().shape,
    }),
    data: Material,
    errors: ['notFound', 'stale', 'refused', 'platformRefused'],
  }),
  enable: endpoint({
    method: 'POST',
    path: '/v1/channel/material/enable',
    access: 'channelAccount:settingsEdit',
    summary: '启用或停用卡片',
    body: z.object({ id: MaterialId, enabled: z.boolean() }),
    data: Material,
    errors: ['notFound'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/v1/channel/material/del',
    access: 'channelAccount:settingsEdit',
    summary: '删除卡片',
    query: z.object({ id: MaterialId }),
    data: Ok,
    errors: ['notFound', 'inUse', 'refused', 'platformRefused'],
  }),
  sync: endpoint({
    method: 'POST',
    path: '/v1/channel/material/sync',
    access: 'channelAccount:settingsEdit',
    summary: '从平台同步卡片',
    body: z.object({ relationId: RelationId }),
    data: z.object({ added: z.int32(), changed: z.int32(), removed: z.int32() }),
    errors: ['notFound', 'refused', 'platformRefused'],
  }),
}

export const MaterialEvent = z.discriminatedUnion('type', [
  /** Cards of an account changed: clients refetch. */
  z.object({
    type: z.literal('material_change'),
    relationId: RelationId,
    at: Instant,
    operatorId: AgentId.nullable(),
  }),
])
export type MaterialEvent = z.infer<typeof MaterialEvent>
