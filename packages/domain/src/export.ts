import type { CustomerScope, ExportFormat, ExportItem, ExportKind, ExportStatus, RelationId } from '@ruwu/contract'
import { twoDigits } from './calendar-day.ts'
import { formatDate } from './date-time-format.ts'
import type { ContactMask } from './lead/index.ts'
import { zonedTime } from './time-zone.ts'

export const EXPORT_ROWS_MAX = 200_000
/** Files and records are deleted after this. */
export const EXPORT_DAYS = 7
/** Waiting or running at the same time, per agent. */
export const EXPORTS_AT_ONCE = 3

export const EXPORT_NAMES: Record<ExportKind, string> = {
  audit: '操作日志',
  bill: '账单明细',
  order: '积分订单',
  agent: '客服列表',
  customer: '客户',
  statistics: '统计汇总',
  statistics_agent: '客服统计',
  statistics_channel: '渠道统计',
  statistics_tag: '标签统计',
  statistics_heatmap: '时段热力',
  session: '会话明细',
  lead: '线索统计',
  customer_lead: '线索',
  daily: '日报',
  all: '全部数据',
}

/** How an export ended, in 通知中心. */
export const EXPORT_END_TEXTS = {
  done: (name: string) => `「${name}」已生成，可在导出记录中下载`,
  failed: (name: string) => `「${name}」导出失败，可在导出记录中重试`,
} as const

export const EXPORT_STATUS_LABELS: Record<ExportStatus, string> = {
  waiting: '排队',
  running: '生成中',
  done: '已完成',
  failed: '失败',
}

export const EXPORT_TEXTS = {
  tooManyRows: '数据超过 20 万行，请缩小范围',
  tooLarge: '数据过大，压缩后超过 4 GB，无法一次导出',
  onlyAdmin: '仅管理员可以导出全部数据',
  everything: '企业的全部数据',
  tooMany: `最多同时导出 ${EXPORTS_AT_ONCE} 个，请等前面的完成后再试`,
  forbidden: '您已没有导出这项数据的权限',
  unknownColumn: '没有这一列',
  interrupted: '导出多次中断，请稍后重试',
  notFailed: '只能重试失败的导出',
  rightsChanged: '权限已变更，请重新导出',
  erased: '因删除个人信息已取消，请重试',
  /** The keyword may have been the person's name: without it the same export cannot be repeated. */
  erasedWithKeyword: '因删除个人信息已取消，请重新导出',
  keywordErased: '关键词已删除',
} as const

export const isExportUnderWay = (status: ExportStatus): boolean => status === 'waiting' || status === 'running'

export const canRetryExport = ({ status, error }: Pick<ExportItem, 'status' | 'error'>): boolean =>
  status === 'failed' && error !== EXPORT_TEXTS.erasedWithKeyword

/** What an agent may see of customers; accounts null: all. */
export type ExportRights = {
  mask: ContactMask | null
  customerScope: CustomerScope
  accountScope: readonly RelationId[] | null
}

const MASKED: Record<ContactMask | 'nothing', number> = { nothing: 0, wechat: 1, contacts: 2 }

/** Whether the rights `now` include every row and unmasked value that the rights `then` allowed. */
export function coversRights(now: ExportRights, then: ExportRights): boolean {
  if (MASKED[now.mask ?? 'nothing'] > MASKED[then.mask ?? 'nothing']) return false
  if (now.customerScope === 'own' && then.customerScope !== 'own') return false
  const { accountScope: accounts } = now
  return accounts === null || (then.accountScope?.every((id) => accounts.includes(id)) ?? false)
}

/** Percent; 100 only when the file can be downloaded. */
export function exportProgress(status: ExportStatus, rows: number, total: number | null): number {
  if (status === 'done') return 100
  return total ? Math.min(99, Math.floor((rows / total) * 100)) : 0
}

/** `操作日志_20260316-1030.xlsx` */
export function exportFileName(kind: ExportKind, format: ExportFormat, at: Date, timeZone: string): string {
  const { year, month, day, hour, minute } = zonedTime(at, timeZone)
  const date = `${year}${twoDigits(month)}${twoDigits(day)}-${twoDigits(hour)}${twoDigits(minute)}`
  return `${EXPORT_NAMES[kind]}_${date}.${format}`
}

/** A filter in words: its set parts, or 全部. */
export function filterText(parts: Record<string, string | undefined>): string {
  const set = Object.entries(parts).filter(([, value]) => value)
  return set.map(([label, value]) => `${label}：${value}`).join('，') || '全部'
}

/** Days of a period whose end is exclusive. */
export function periodText(from: string | undefined, to: string | undefined, timeZone: string): string | undefined {
  if (from === undefined && to === undefined) return undefined
  const first = from === undefined ? '' : formatDate(from, timeZone)
  const last = to === undefined ? '' : formatDate(Date.parse(to) - 1, timeZone)
  return `${first} 至 ${last}`.trim()
}
