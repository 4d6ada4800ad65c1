import { z } from 'zod'
import { BULK_MAX } from './customer-detail.ts'
import { CustomerFilter } from './customer-filter.ts'
import { AgentId, CustomerId, Instant, LeadId, RelationId } from './ids.ts'
import { LeadStatus } from './lead-status.ts'
import { pageOf, sortFields } from './paging.ts'
import { Source } from './source.ts'
import { typedText } from './text.ts'

/** Contacts with a value: copying our WeChat id leaves none. */
export const CONTACT_KINDS = ['phone', 'wechat'] as const
export const ContactKind = z.enum(CONTACT_KINDS)
export type ContactKind = z.infer<typeof ContactKind>

export const LEAD_LIST_SORTS = ['createdAt', 'lastHitAt'] as const

/** An owner of a lead's customer; `none`: 未分配. */
export const NO_OWNER = 'none'
export const LeadOwner = z.union([AgentId, z.literal(NO_OWNER)])
export type LeadOwner = z.infer<typeof LeadOwner>

const CHOICES_MAX = 200
export const LEAD_KEYWORD_MAX = 50

export const LeadIds = z.array(LeadId).min(1, '请选择线索').max(BULK_MAX, `每次最多操作 ${BULK_MAX} 条线索`)

const { source, tagIds, tagMode, ad, enableAi, archive, stageId, isStar } = CustomerFilter.shape

/** What 线索 asks of the customer, as the list of customers does. Archived customers are among them unless `archive` says otherwise. */
const traits = {
  source,
  tagIds,
  tagMode: tagMode.unwrap().optional(),
  ad,
  enableAi,
  archive: archive.unwrap().optional(),
  stageId,
  isStar,
}

/** Valid contacts of the customers that the caller may see; the same contact of several customers is one row. */
export const LeadFilter = z.object({
  ...traits,
  status: LeadStatus.optional(),
  kind: ContactKind.optional(),
  /** Captured first; `to` is excluded. */
  from: Instant.optional(),
  to: Instant.optional(),
  subSourceIds: z.array(RelationId).max(CHOICES_MAX).default([]),
  owners: z.array(LeadOwner).max(CHOICES_MAX).default([]),
  /** 重复: whether other customers gave the same contact later. */
  hasDuplicates: z.boolean().optional(),
  /** Part of the customer's name, the last four digits, or the whole contact where the caller sees it unmasked. */
  keyword: typedText(LEAD_KEYWORD_MAX, `关键词最多 ${LEAD_KEYWORD_MAX} 个字`).optional(),
  /** Only these. */
  leadIds: LeadIds.optional(),
  /** 最近捕获, newest first, without. */
  ...sortFields(LEAD_LIST_SORTS),
})
export type LeadFilter = z.infer<typeof LeadFilter>

export const LeadItem = z.object({
  leadId: LeadId,
  customerId: CustomerId,
  customerName: z.string(),
  avatar: z.string(),
  source: Source,
  kind: ContactKind,
  /** Masked for agents without customer:viewSensitive. */
  value: z.string(),
  status: LeadStatus,
  reason: z.string().nullable(),
  subSourceId: RelationId,
  subSourceName: z.string(),
  contentId: z.string().nullable(),
  /** Title of the note or video; empty while it has not been synced. */
  contentTitle: z.string(),
  adName: z.string().nullable(),
  /** The customer's owner now. */
  agentId: AgentId.nullable(),
  agentName: z.string().nullable(),
  createdAt: Instant,
  /** 最近捕获: given again. */
  lastHitAt: Instant,
  /** 最近跟进: an agent's latest message to the customer. */
  followedAt: Instant.nullable(),
  /** Other customers who gave the same contact later, as far as the caller may see them. */
  duplicates: z.int32(),
})
export type LeadItem = z.infer<typeof LeadItem>

/** By status under the other filters. */
export const LeadCounts = z.record(LeadStatus, z.int32())
export type LeadCounts = z.infer<typeof LeadCounts>

export const LeadPage = pageOf(LeadItem).extend({ counts: LeadCounts })
export type LeadPage = z.infer<typeof LeadPage>

export const LeadBulkResult = z.object({
  success: z.int32(),
  failed: z.array(z.object({ id: LeadId, name: z.string(), msg: z.string() })),
})
export type LeadBulkResult = z.infer<typeof LeadBulkResult>

/** 进线, 留资, 接待, 变更. */
export const LEAD_MOMENTS = ['enter', 'contact', 'reception', 'change'] as const

/** What happened to the lead and its customer. */
export const LeadMoment = z.object({
  id: z.string(),
  at: Instant,
  kind: z.enum(LEAD_MOMENTS),
  text: z.string(),
  /** The agent who changed it; null: the system. */
  agentName: z.string().nullable(),
})
export type LeadMoment = z.infer<typeof LeadMoment>
