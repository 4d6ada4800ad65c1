import type { QuotaState } from './channel-quota.ts'

const LINES: Record<string, { label: string; unit: string }> = {
  'douyin.reply': { label: '24h 剩余', unit: '条' },
  'douyin.enter': { label: '进入会话 30 秒内还可发送', unit: '条' },
  'douyin.enter.day': { label: '今日欢迎剩余', unit: '次' },
  'douyin.grant': { label: '今日主动私信剩余', unit: '条' },
  'redbook.before.reply': { label: '对方回复前还可发送', unit: '条' },
  'redbook.stranger.day': { label: '今日还可联系陌生客户', unit: '人' },
}

/** The line under the composer: 24h 剩余 4/6 条. Undefined where the platform counts nothing. */
export function quotaLine({ left, max, ruleId }: Pick<QuotaState, 'left' | 'max' | 'ruleId'>): string | undefined {
  const line = ruleId === null ? undefined : LINES[ruleId]
  if (!line || left === null || max === null) return undefined
  return `${line.label} ${left}/${max} ${line.unit}`
}
