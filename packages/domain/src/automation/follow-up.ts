import type { AutomationEvent, FollowUpSetting, MoreAutomation } from '@ruwu/contract'

const HOUR = 60

/** 沉默跟进 as every enterprise begins: 15 分钟, 2 小时, 22 小时, and off. */
export const DEFAULT_FOLLOW_UP: FollowUpSetting = {
  enabled: false,
  steps: [15, 2 * HOUR, 22 * HOUR].map((minutes) => ({ minutes, mode: 'ai', text: '' })),
  quiet: { enabled: true, from: '22:00', to: '08:00' },
}

/** Retention of 运行日志. */
export const AUTOMATION_LOG_DAYS = 90

/** Name of a 沉默跟进 step in 运行日志. */
export const followUpName = (step: number) => `沉默跟进 第 ${step} 步`

/** Only a higher version changes a card: events can arrive late. Counts are not part of the event. */
export function applyAutomationEvent(
  more: MoreAutomation,
  { followUp, comment, autoArchive, global }: AutomationEvent,
): MoreAutomation {
  const isNewer = (key: 'followUp' | 'comment' | 'autoArchive' | 'global', card: { version: number } | undefined) =>
    card !== undefined && card.version > more[key].version
  const changed = {
    ...(isNewer('followUp', followUp) && { followUp: { ...more.followUp, ...followUp } }),
    ...(isNewer('comment', comment) && { comment: { ...more.comment, ...comment } }),
    ...(isNewer('autoArchive', autoArchive) && { autoArchive }),
    ...(isNewer('global', global) && { global }),
  }
  return Object.keys(changed).length > 0 ? { ...more, ...changed } : more
}
