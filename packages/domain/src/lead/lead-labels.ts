import type { LeadExtractor, LeadKind, LeadResult, LeadStatus } from '@ruwu/contract'

export const LEAD_STATUS_LABELS: Record<LeadStatus, string> = {
  new: '新线索',
  following: '跟进中',
  added: '已加微',
  won: '已成交',
  invalid: '无效',
}

export const LEAD_KIND_LABELS: Record<LeadKind, string> = { phone: '手机号', wechat: '微信号', wechat_copy: '复制微信' }

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
