import type { LeadExtractor, LeadKind, LeadResult, LeadStatus } from '@ruwu/contract'
import { maskName, maskPhone } from '../mask.ts'

export const LEAD_STATUS_LABELS: Record<LeadStatus, string> = {
  new: '新线索',
  following: '跟进中',
  added: '已加微',
  won: '已成交',
  invalid: '无效',
}

export const LEAD_KIND_LABELS: Record<LeadKind, string> = { phone: '手机号', wechat: '微信号', wechat_copy: '复制微信' }

type NamedContact = { kind: LeadKind; value: string }

/** What one contact is. Both kinds of numbers are `phone`; a landline begins with the 0 of its area code, masked or not. */
export const contactLabel = ({ kind, value }: NamedContact): string =>
  kind === 'phone' && value.startsWith('0') ? '座机' : LEAD_KIND_LABELS[kind]

/** A new lead in 通知中心; the value is always masked. */
export const leadNoticeText = ({ kind, value }: NamedContact): string => {
  if (kind === 'wechat_copy') return '客户复制了微信号'
  return `客户留下了${contactLabel({ kind, value })} ${kind === 'phone' ? maskPhone(value) : maskName(value)}`
}

export const LEAD_EXTRACTOR_LABELS: Record<LeadExtractor, string> = {
  rule: '规则',
  card: '卡片',
  ai: 'AI',
  manual: '人工',
}

export const LEAD_RESULT_LABELS: Record<LeadResult, string> = {
  new: '新线索',
  added: '补充联系方式',
  repeated: '重复提交',
  exists: '已存在',
}
