import type { OutboundKind } from './prompt.ts'

export type AutomaticKind = Exclude<OutboundKind, 'reply'>

const LABELS: Record<AutomaticKind, string> = {
  ai_answer: 'AI 回复',
  welcome: '欢迎语',
  card_rule: '发卡规则',
  handoff: '转人工话术',
  queue: '排队话术',
  closing: '结束语',
  card_reply: '提交后回复',
  points_out: '积分用尽话术',
  flow_step: '工作流消息',
  rule: '规则消息',
  silence_rule: '规则消息',
  comment_reply: '评论回复',
  follow_up: '沉默跟进',
  silence_card: '发卡规则',
}

/** Line of the thread and of 最近错误. `name` says which message of its kind: 欢迎语第 2 条, 发卡规则「报价」. */
export const heldBackText = (kind: AutomaticKind, reason: string, name?: string): string =>
  `${name ?? LABELS[kind]}未发送：${reason}`

/** From this many of one kind within the hour on, supervisors and operators are told, once an hour. */
export const HELD_BACK_NOTICE = { count: 3, windowMs: 3_600_000 }

export const heldBackNotice = (account: string, kind: AutomaticKind, reason: string): string =>
  `「${account}」近 1 小时有 ${HELD_BACK_NOTICE.count} 条以上${LABELS[kind]}未发送：${reason}`
