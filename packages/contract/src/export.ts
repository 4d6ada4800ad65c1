import { z } from 'zod'
import { AgentListFilter } from './agent.ts'
import { AuditLogFilter } from './audit.ts'
import { PasswordDigest } from './auth.ts'
import { CustomerFilter, CustomerSort } from './customer-filter.ts'
import { endpoint } from './endpoint.ts'
import { DailyFilter } from './home-daily.ts'
import { AgentId, ExportId, Instant } from './ids.ts'
import { LeadFilter } from './lead-list.ts'
import { ORDER_SORTS, OrderFilter } from './order.ts'
import { pageFields, pageOf, sortFields } from './paging.ts'
import { BILL_SORTS, PointBillFilter } from './points.ts'
import {
  AgentTableFilter,
  ChannelTableFilter,
  LeadPageBody,
  SessionPageBody,
  StatisticsFilter,
  SummaryFilter,
  TagTableFilter,
} from './statistics.ts'
import { TableFormat } from './table-import.ts'
import { Ok } from './envelope.ts'

const common = {
  format: TableFormat.default('xlsx'),
  /** Keys of the columns in their order; all of them without. */
  columns: z.array(z.string().max(30)).min(1).max(50).optional(),
}

const CustomerExportFilter = CustomerFilter.extend({ sort: CustomerSort.default('latest') })
const BillExportFilter = PointBillFilter.extend(sortFields(BILL_SORTS))
const OrderExportFilter = OrderFilter.extend(sortFields(ORDER_SORTS))

/** What can be exported, each with the filter and the order of its list. */
export const ExportRequest = z.discriminatedUnion('type', [
  z.object({ type: z.literal('audit'), filters: AuditLogFilter, ...common }),
  z.object({ type: z.literal('bill'), filters: BillExportFilter, ...common }),
  z.object({ type: z.literal('order'), filters: OrderExportFilter, ...common }),
  z.object({ type: z.literal('agent'), filters: AgentListFilter, ...common }),
  z.object({ type: z.literal('customer'), filters: CustomerExportFilter, ...common }),
  z.object({ type: z.literal('statistics'), filters: SummaryFilter, ...common }),
  z.object({ type: z.literal('statistics_agent'), filters: AgentTableFilter, ...common }),
  z.object({ type: z.literal('statistics_channel'), filters: ChannelTableFilter, ...common }),
  z.object({ type: z.literal('statistics_tag'), filters: TagTableFilter, ...common }),
  z.object({ type: z.literal('statistics_heatmap'), filters: StatisticsFilter, ...common }),
  z.object({ type: z.literal('session'), filters: SessionPageBody, ...common }),
  z.object({ type: z.literal('lead'), filters: LeadPageBody, ...common }),
  z.object({ type: z.literal('customer_lead'), filters: LeadFilter, ...common }),
  z.object({ type: z.literal('daily'), filters: DailyFilter, ...common }),
])
export type ExportRequest = z.infer<typeof ExportRequest>

/** 导出全部数据: an archive with a file for every table. */
export type AllDataExport = { type: 'all'; filters: Record<string, never>; format: 'zip'; columns?: undefined }
export type AnyExport = ExportRequest | AllDataExport
export type ExportKind = AnyExport['type']
export type ExportFormat = AnyExport['format']
export type ExportFilters<Kind extends ExportKind> = Extract<AnyExport, { type: Kind }>['filters']
/** A list with its filter, before a format is chosen. */
type ListKind = ExportRequest['type']
export type ExportTarget = { [Kind in ListKind]: { type: Kind; filters: ExportFilters<Kind> } }[ListKind]

export const EXPORT_STATUSES = ['waiting', 'running', 'done', 'failed'] as const
export const ExportStatus = z.enum(EXPORT_STATUSES)
export type ExportStatus = z.infer<typeof ExportStatus>

export const ExportItem = z.object({
  exportId: ExportId,
  name: z.string(),
  fileName: z.string(),
  /** The filter in words. */
  filterText: z.string(),
  /** Written so far. */
  rows: z.int32(),
  /** Percent. */
  progress: z.int32().min(0).max(100),
  status: ExportStatus,
  /** Why it failed; empty otherwise. */
  error: z.string(),
  agentName: z.string(),
  createdAt: Instant,
  expireAt: Instant,
})
export type ExportItem = z.infer<typeof ExportItem>

export const exportApi = {
  create: endpoint({
    method: 'POST',
    path: '/v1/export/create',
    isClosedToVisitors: true,
    access: 'login',
    summary: '导出（权限同所导出的列表）',
    audit: ['export.create'],
    body: ExportRequest,
    data: z.object({ exportId: ExportId }),
    errors: ['refused'],
  }),
  createAll: endpoint({
    method: 'POST',
    path: '/v1/export/create-all',
    access: 'enterprise:settingsEdit',
    summary: '导出全部数据：仅管理员，需密码',
    audit: ['export.create'],
    body: z.object({ password: PasswordDigest }),
    data: z.object({ exportId: ExportId }),
    errors: ['refused'],
  }),
  list: endpoint({
    method: 'POST',
    path: '/v1/export/list',
    isRead: true,
    access: 'login',
    summary: '自己的导出记录',
    body: z.object(pageFields),
    data: pageOf(ExportItem),
  }),
  retry: endpoint({
    method: 'POST',
    path: '/v1/export/retry',
    isClosedToVisitors: true,
    access: 'login',
    summary: '重试失败的导出',
    audit: ['export.create'],
    body: z.object({ exportId: ExportId }),
    data: Ok,
    errors: ['notFound', 'refused'],
  }),
  download: endpoint({
    method: 'GET',
    path: '/v1/export/download',
    access: 'login',
    summary: '下载自己导出的文件',
    audit: ['export.download'],
    query: z.object({ exportId: ExportId }),
    /** The file itself instead of the envelope; a refusal is an envelope. */
    data: z.unknown(),
    errors: ['notFound', 'refused'],
  }),
}

/** To the creator alone. */
export const ExportEvent = z.object({
  type: z.literal('export_done'),
  exportId: ExportId,
  status: z.enum(['done', 'failed']),
  at: Instant,
  operatorId: AgentId,
})
export type ExportEvent = z.infer<typeof ExportEvent>
