import type { FollowUpSetting } from '@ruwu/contract'

const HOUR = 60

/** 沉默跟进 as every enterprise begins: 15 分钟, 2 小时, 22 小时, and off. */
export const DEFAULT_FOLLOW_UP: FollowUpSetting = {
  enabled: false,
  steps: [15, 2 * HOUR, 22 * HOUR].map((minutes) => ({ minutes, mode: 'ai', text: '' })),
  quiet: { enabled: true, from: '22:00', to: '08:00' },
}
