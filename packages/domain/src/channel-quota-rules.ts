import type { Source } from '@ruwu/contract'

export interface QuotaRule {
  id: string
  per: 'conversation' | 'customer_day' | 'account_day' | 'account_window'
  opensOn: 'message' | 'enter' | 'proactive_grant' | 'always'
  /** null: no time window. */
  windowMs: number | null
  max: number
  resetsOn: 'message' | 'day' | 'never'
  counts: 'send' | 'opening' | 'stranger' | 'same_text'
  /** warn: the agent may confirm and send. */
  mode: 'block' | 'warn'
  /** Scene parameter that the adapter sends to the platform. */
  scene?: string
  standing: 'documented' | 'reported' | 'assumed'
  emptyText: string
}

/** In charging order: reply, enter, grant. */
export const QUOTA_RULES: Record<Source, readonly QuotaRule[]> = {
  douyin: [
    {
      id: 'douyin.reply',
      per: 'conversation',
      opensOn: 'message',
      windowMs: 86_400_000,
      max: 6,
      resetsOn: 'message',
      counts: 'send',
      mode: 'block',
      scene: 'im_reply_msg',
      standing: 'reported',
      emptyText: '24 小时内已发满 6 条，客户再次发言后可继续回复',
    },
    {
      id: 'douyin.enter',
      per: 'conversation',
      opensOn: 'enter',
      windowMs: 30_000,
      max: 3,
      resetsOn: 'never',
      counts: 'send',
      mode: 'block',
      scene: 'im_enter_direct_msg',
      standing: 'reported',
      emptyText: '进入会话后的 30 秒欢迎时间已过，请等待客户发言',
    },
    {
      id: 'douyin.enter.day',
      per: 'customer_day',
      opensOn: 'enter',
      windowMs: null,
      max: 3,
      resetsOn: 'day',
      counts: 'opening',
      mode: 'block',
      standing: 'reported',
      emptyText: '今天对该客户的欢迎次数已用完（3 次）',
    },
    {
      id: 'douyin.grant',
      per: 'customer_day',
      opensOn: 'proactive_grant',
      windowMs: null,
      max: 3,
      resetsOn: 'day',
      counts: 'send',
      mode: 'block',
      scene: 'im_authorize_message',
      standing: 'documented',
      emptyText: '今天的主动私信次数已用完，请明天再试',
    },
  ],
  redbook: [
    {
      id: 'redbook.stranger.day',
      per: 'account_day',
      opensOn: 'always',
      windowMs: null,
      max: 20,
      resetsOn: 'day',
      counts: 'stranger',
      mode: 'block',
      standing: 'reported',
      emptyText: '该账号今天主动联系的陌生客户已达 20 人',
    },
    {
      id: 'redbook.before.reply',
      per: 'conversation',
      opensOn: 'always',
      windowMs: null,
      max: 3,
      resetsOn: 'message',
      counts: 'send',
      mode: 'block',
      standing: 'reported',
      emptyText: '客户尚未回复，最多发送 3 条',
    },
    {
      id: 'redbook.burst',
      per: 'account_window',
      opensOn: 'always',
      windowMs: 600_000,
      max: 10,
      resetsOn: 'never',
      counts: 'stranger',
      mode: 'warn',
      standing: 'reported',
      emptyText: '10 分钟内主动联系较多，继续发送可能触发平台限制',
    },
    {
      id: 'redbook.same.text',
      per: 'account_window',
      opensOn: 'always',
      windowMs: 86_400_000,
      max: 2,
      resetsOn: 'never',
      counts: 'same_text',
      mode: 'warn',
      standing: 'reported',
      emptyText: '相同内容 24 小时内已发送 2 次，请换个说法，避免被判为骚扰',
    },
  ],
}

// Proactive grants need content types this product does not send.
const UNUSED_RULES = new Set(['douyin.grant'])

/** Rules that apply to what this product sends. */
export function quotaRulesOf(source: Source): readonly QuotaRule[] {
  return QUOTA_RULES[source].filter((rule) => !UNUSED_RULES.has(rule.id))
}
