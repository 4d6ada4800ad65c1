import type { AutomationEvent, FollowUpSetting, MoreAutomation } from '@ruwu/contract'

const HOUR = 60

/** 沉默跟进 as every enterprise begins: 15 分钟, 2 小时, 22 小时, and off. */
export const DEFAULT_FOLLOW_UP: FollowUpSetting = {
  enabled: false,
  steps: [15, 2 * HOUR, 22 * HOUR].map((minutes) => ({ minutes, mode: 'ai', text: '' })),
  quiet: { enabled: true, from: '22:00', to: '08:00' },
}

/** Lines of 运行日志 are kept this long. */
export const AUTOMATION_LOG_DAYS = 90

/** As a step of 沉默跟进 is named there. */
export const followUpName = (step: number) => `沉默跟进 第 ${step} 步`

/** Events can arrive late, so only a newer version changes the card; how often it spoke stays as it was. */
export function applyAutomationEvent(more: MoreAutomation, { followUp }: AutomationEvent): MoreAutomation {
  if (followUp.version <= more.followUp.version) return more
  return { ...more, followUp: { ...more.followUp, ...followUp } }
}
