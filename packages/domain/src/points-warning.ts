import { formatNumber } from './number-format.ts'

/** Dialogs about the balance, the most severe first. */
export const POINTS_WARNINGS = {
  usedUp: { title: '积分已用尽', text: 'AI 托管已暂停，客户将由人工接待' },
  oneDay: { title: '积分预计不足 1 天', text: '' },
  threeDays: { title: '积分预计不足 3 天', text: '' },
} as const

export type PointsWarning = keyof typeof POINTS_WARNINGS

export const POINTS_DIALOG_TEXTS = {
  later: '稍后处理',
  recharge: '去充值',
  backToHome: '返回首页',
  understood: '知道了',
} as const

/** The warning for the remaining days. */
export function warningForDays(days: number): PointsWarning | undefined {
  if (days <= 0) return 'usedUp'
  if (days < 1) return 'oneDay'
  return days < 3 ? 'threeDays' : undefined
}

/** The warning to show now: that of the days, once. Days that grew without more points may still warn of what was not yet shown. */
export function dueWarning(days: number, shown: readonly PointsWarning[]): PointsWarning | undefined {
  const warning = warningForDays(days)
  return warning && !shown.includes(warning) ? warning : undefined
}

export function withShownWarning(shown: readonly PointsWarning[], warning: PointsWarning): readonly PointsWarning[] {
  return shown.includes(warning) ? shown : [...shown, warning]
}

/** What a browser saw last of an account. */
export type SeenPoints = { total: number; addedAt: string | null }

/** The warnings that count as shown after a change: none once points were added, even if the balance is no higher because they were spent before this read. */
export function withPointsChange(
  shown: readonly PointsWarning[],
  before: SeenPoints,
  now: SeenPoints,
): readonly PointsWarning[] {
  return now.total > before.total || now.addedAt !== before.addedAt ? [] : shown
}

/** Remaining days of which 通知人 and webhooks are told, once each. */
export const NOTICE_DAYS = [30, 7, 3, 1] as const

/** The smallest threshold that is reached: ≤ 30, ≤ 7, < 3, < 1 days. */
function reachedNotice(days: number): number | undefined {
  if (days < 1) return 1
  if (days < 3) return 3
  return NOTICE_DAYS.findLast((limit) => limit > 3 && days <= limit)
}

/** The threshold to tell of now; `told` is the smallest one told since points were last added. */
export function dueNotice(days: number, told: number | null): number | undefined {
  const reached = reachedNotice(days)
  return reached !== undefined && (told === null || reached < told) ? reached : undefined
}

/** Empty when the points last for longer than any threshold. */
export function pointsNoticeText(days: number, total: number): string {
  if (reachedNotice(days) === undefined) return ''
  if (days <= 0) return `${POINTS_WARNINGS.usedUp.title}：${POINTS_WARNINGS.usedUp.text}`
  const left = days < 1 ? '不足 1 天' : `约 ${Math.floor(days)} 天`
  return `积分预计可用${left}，现有 ${formatNumber(total)} 积分，请及时充值`
}

/** Pages that cannot be used while the account is not available. */
function needsPoints(path: string): boolean {
  return /^\/(?:automation|tag)(?:\/|$)/.test(path) || path.includes('/ai-agent')
}

/** The insufficient-points dialog that leads back home and cannot be closed. */
export function isBlockedByPoints(isAvailable: boolean, path: string): boolean {
  return !isAvailable && needsPoints(path)
}
