import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { AgentId, CustomerId, Instant, LeadId, MessageId, RelationId } from './ids.ts'
import { LeadBulkResult, LeadFilter, LeadIds, LeadMoment, LeadPage } from './lead-list.ts'
import { LeadStatus } from './lead-status.ts'
import { pageFields, pageOf } from './paging.ts'
import { ReceptionType } from './reception.ts'
import { typedText } from './text.ts'

export * from './lead-list.ts'
export * from './lead-status.ts'

export const LEAD_KINDS = ['phone', 'wechat', 'wechat_copy'] as const
export const LeadKind = z.enum(LEAD_KINDS)
export type LeadKind = z.infer<typeof LeadKind>

export const LEAD_STATES = ['valid', 'ambiguous', 'rejected'] as const
export const LeadState = z.enum(LEAD_STATES)
export type LeadState = z.infer<typeof LeadState>

/** 规则, 卡片, AI, 人工. */
export const LEAD_EXTRACTORS = ['rule', 'card', 'ai', 'manual'] as const
export const LeadExtractor = z.enum(LEAD_EXTRACTORS)
export type LeadExtractor = z.infer<typeof LeadExtractor>

/** 新线索, 补充联系方式, 重复提交, 已存在. */
export const LEAD_RESULTS = ['new', 'added', 'repeated', 'exists'] as const
export const LeadResult = z.enum(LEAD_RESULTS)
export type LeadResult = z.infer<typeof LeadResult>

export const INVALID_REASONS = ['空号', '错号', '非本人', '重复', '其它'] as const

/** Later customers with the same contact that are listed with it. */
export const LEAD_DUPS_SHOWN = 20

/** Maximum number of repeat messages listed. */
export const LEAD_REPEATS_SHOWN = 5

/** Another customer with the same contact, and its agent. */
const SameContact = z.object({ customerId: CustomerId, name: z.string(), agentName: z.string().nullable() })

export const Lead = z.object({
  leadId: LeadId,
  customerId: CustomerId,
  kind: LeadKind,
  /** Masked for agents without customer:viewSensitive. */
  value: z.string(),
  state: LeadState,
  isPrimary: z.boolean(),
  extractor: LeadExtractor,
  messageId: MessageId.nullable(),
  messageSeq: z.number().int().nullable(),
  subSourceId: RelationId,
  agentId: AgentId.nullable(),
  receptionType: ReceptionType,
  status: LeadStatus,
  reason: z.string().nullable(),
  result: LeadResult,
  /** Total mentions. */
  hits: z.int32(),
  /** Messages that repeated it, newest first. */
  repeats: z.array(z.object({ messageId: MessageId, messageSeq: z.number().int(), at: Instant })),
  /** The customer who gave it first. Authorisation filter: without access to that customer only the agent's name is set. */
  dupOf: z.union([SameContact, z.object({ customerId: z.null(), agentName: z.string().nullable() })]).nullable(),
  /** Customers who gave it later, filtered to those the caller may see; the first of them, and how many there are in all. */
  dups: z.array(SameContact),
  dupCount: z.int32(),
  createdAt: Instant,
})
export type Lead = z.infer<typeof Lead>

export const leadApi = {
  list: endpoint({
    method: 'POST',
    path: '/v1/customer/lead/list',
    isRead: true,
    access: 'im:viewPage',
    summary: '线索',
    body: z.object({ customerId: CustomerId.optional(), status: LeadStatus.optional(), ...pageFields }),
    data: pageOf(Lead),
    errors: ['notFound'],
  }),
  page: endpoint({
    method: 'POST',
    path: '/v1/customer/lead/page',
    isRead: true,
    access: 'im:viewPage',
    summary: '全部线索：相同联系方式合并为一条',
    body: LeadFilter.extend(pageFields),
    data: LeadPage,
  }),
  countNew: endpoint({
    method: 'POST',
    path: '/v1/customer/lead/count-new',
    isRead: true,
    access: 'im:viewPage',
    summary: '新线索的数量',
    data: z.object({ count: z.int32() }),
  }),
  timeline: endpoint({
    method: 'POST',
    path: '/v1/customer/lead/timeline',
    isRead: true,
    access: 'im:viewPage',
    summary: '线索的时间线，最近的在前',
    body: z.object({ leadId: LeadId }),
    data: z.array(LeadMoment),
    errors: ['notFound'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/v1/customer/lead/create',
    access: 'im:editCustomerInfo',
    summary: '手动添加线索',
    body: z.object({
      customerId: CustomerId,
      kind: z.enum(['phone', 'wechat']),
      value: typedText(30, '联系方式最多 30 个字')
        .min(1, '请输入联系方式')
        .refine((value) => !/[*＊]/.test(value), '联系方式含有 *，请输入完整的号码'),
      messageId: MessageId.optional(),
    }),
    data: Lead,
    errors: ['notFound', 'refused'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/v1/customer/lead/update',
    access: 'im:editCustomerInfo',
    summary: '修改线索',
    body: z.object({
      leadId: LeadId,
      status: LeadStatus.optional(),
      /** Required with the status invalid. */
      reason: z.enum(INVALID_REASONS).optional(),
      isPrimary: z.literal(true).optional(),
      /** Decision on an ambiguous WeChat id. */
      state: z.enum(['valid', 'rejected']).optional(),
    }),
    data: Lead,
    errors: ['notFound', 'refused'],
  }),
  batch: endpoint({
    method: 'POST',
    path: '/v1/customer/lead/batch',
    access: 'im:editCustomerInfo',
    summary: '批量修改线索状态：每条各自检查',
    body: z.object({
      leadIds: LeadIds,
      status: LeadStatus,
      /** Required with the status invalid. */
      reason: z.enum(INVALID_REASONS).optional(),
    }),
    data: LeadBulkResult,
  }),
  /** Audit: an unmasked value was copied, also in 数据统计 and 日报 by an agent without im:viewPage. */
  copied: endpoint({
    method: 'POST',
    path: '/v1/customer/lead/copied',
    access: 'login',
    summary: '记录复制了联系方式',
    audit: ['lead.copy'],
    body: z.object({ leadId: LeadId }),
    data: z.literal(true),
    errors: ['notFound'],
  }),
}
