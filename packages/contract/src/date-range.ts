import { z } from 'zod'

export const DATE_PRESETS = [
  'today',
  'yesterday',
  'week',
  'lastWeek',
  'month',
  'recent7Days',
  'recent30Days',
  'custom',
] as const
export const DatePreset = z.enum(DATE_PRESETS)
export type DatePreset = z.infer<typeof DatePreset>

export const GRANULARITIES = ['hour', 'day', 'week'] as const
export const Granularity = z.enum(GRANULARITIES)
export type Granularity = z.infer<typeof Granularity>

export const STATISTICS_DAYS_MAX = 184
export const HOURLY_DAYS_MAX = 2
const DAY_MS = 86_400_000

/** Days of the enterprise's time zone, both included; read with the range `custom` only. */
export const dayFields = { from: z.iso.date('日期格式不正确').optional(), to: z.iso.date('日期格式不正确').optional() }

type Ranged = { range: DatePreset; from?: string | undefined; to?: string | undefined; granularity?: Granularity }

export function checkRange({ range, from, to, granularity }: Ranged, ctx: z.RefinementCtx): void {
  const days = range !== 'custom' || !from || !to ? undefined : (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  const refuse = (field: string, message: string) => ctx.addIssue({ code: 'custom', path: [field], message })
  if (days !== undefined && days < 1) refuse('from', '开始日期不能晚于结束日期')
  else if (days !== undefined && days > STATISTICS_DAYS_MAX) refuse('to', `最多选择 ${STATISTICS_DAYS_MAX} 天`)
  const isShort = range === 'today' || range === 'yesterday' || (range === 'custom' && (days ?? 1) <= HOURLY_DAYS_MAX)
  if (granularity === 'hour' && !isShort) refuse('granularity', `按小时最多选择 ${HOURLY_DAYS_MAX} 天`)
}
