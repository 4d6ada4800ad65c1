import type { DailyPush, DailyTargetType } from '@ruwu/contract'

export const DEFAULT_DAILY_PUSH: DailyPush = { enabled: false, time: '09:00', targets: [] }

export const DAILY_TARGET_LABELS: Record<DailyTargetType, string> = { 0: '站内', 2: '钉钉机器人', 4: '企业微信机器人' }

/** When subscriptions of the enterprise's own systems get the report of yesterday, in its time zone. */
export const DAILY_WEBHOOK_TIME = '09:00'

export const DAILY_PUSH_TEXTS = {
  test: '【如晤】日报推送测试：收到这条消息，说明日报可以推送到这里。',
  badAddress: '地址须是 https 的公网地址',
  site: (date: string, sentence: string) => `${date} 日报：${sentence}`,
  failed: (target: string, reason: string) => `日报推送失败（${target}）：${reason}`,
  givenUp: (date: string) => `${date} 日报没有全部送达：多次尝试未成功，请到首页查看`,
  webhookForbidden: '保存订阅的客服没有数据统计的权限',
  stopped: '日报推送已停用：没有数据统计的权限',
} as const
