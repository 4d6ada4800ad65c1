import type { TagColor } from '@ruwu/contract'

/** Tags bound by the system; read-only, excluded from limits. */
export const SYSTEM_TAGS = {
  talked: { name: '已开口', color: 'teal' },
  lead: { name: '已留资', color: 'green' },
  wechat_copied: { name: '已复制微信', color: 'lime' },
  form_submitted: { name: '已提交留资卡', color: 'cyan' },
  high_intent: { name: '高意向', color: 'red' },
  no_intent: { name: '无意向', color: 'grey' },
  blocked: { name: '黑名单', color: 'grey' },
  ad_entry: { name: '广告进线', color: 'orange' },
} as const satisfies Record<string, { name: string; color: TagColor }>

export type SystemTag = keyof typeof SYSTEM_TAGS

/** Tag groups of a new enterprise. */
export const DEFAULT_TAG_GROUPS = [
  { name: '意向等级', single: true },
  { name: '客户阶段', single: true },
  { name: '需求', single: false },
] as const
