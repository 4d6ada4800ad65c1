import { NOTICE_KINDS, type HintType, type NoticeKind } from '@ruwu/contract'

/** 通知中心 keeps a notice so long, and so many of an agent. */
export const NOTICE_KEPT_DAYS = 90
export const NOTICES_MAX = 1000

export const NOTICE_LABELS: Record<NoticeKind, string> = {
  assigned: '分配给我',
  handoff: '待接手',
  transferred: '转接给我',
  mention: '提到我',
  reminder_due: '提醒到期',
  postpone_due: '稍后处理',
  send_failed: '发送失败',
  lead_new: '新线索',
  queue_full: '排队已满',
  quota_stopped: '自动消息未发送',
  points_warning: '积分不足',
  account_expired: '账号授权',
  export_ready: '导出完成',
  rule_stopped: '规则已停用',
  timeout_return: '超时放回',
  scheduled_stopped: '稍后发送已停止',
  model_failed: '模型异常',
  certify_reviewed: '企业认证',
  webhook_failed: '推送失败',
  automation: '自动化提醒',
  daily_report: '日报',
}

export const NOTICE_TEXTS = { hidden: '无权查看', absent: '通知' } as const

/** Kinds that ask for an act: listed first, and gone when it is done. */
export const TODO_KINDS: readonly NoticeKind[] = ['handoff', 'reminder_due', 'postpone_due', 'send_failed']

export const isTodo = (kind: NoticeKind): boolean => TODO_KINDS.includes(kind)

/** Whether a hint is kept as a notice; others pass. */
export const isKept = (type: HintType): type is NoticeKind => (NOTICE_KINDS as readonly string[]).includes(type)

const COUNT_MAX = 99

export const countText = (count: number): string => (count > COUNT_MAX ? `${COUNT_MAX}+` : String(count))
