import { type AssignMode, type AssignRule, type PlanGrid, type PlanMode, type PlanWelcome } from '@ruwu/contract'
import { twoDigits } from '../calendar-day.ts'
import { CELL_MINUTES, isSameMode, modeKey } from './plan-schedule.ts'
import { NOBODY_ONLINE_TEXT } from './reception-timing.ts'
import { RECEPTION_TYPE_LABELS } from './reception-texts.ts'

export const WEEKDAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const

export const HOLIDAY_LABELS = { sunday: '按周日', ai_agent: '全天 AI', manual: '全天人工' } as const

export const PLAN_TEXTS = {
  defaultName: '默认方案',
  nameTaken: '方案名已存在',
  gone: '所选接待方案不存在或已删除',
  noAccount: '所选账号不存在或已解绑',
  noAgent: '所选客服不存在或已删除',
  noTag: '所选标签不存在或已删除',
  noCard: '所选卡片不存在或已删除',
  noPicture: '所选图片不存在或已删除',
  noFlow: '工作流未发布，不能选用',
  defaultStays: '默认方案不能删除',
  defaultOn: '默认方案不能停用',
  tooMany: (max: number) => `最多创建 ${max} 个方案`,
  moves: (plan: string) => `将从「${plan}」移出`,
  moved: (plan: string) => `接待方案改为「${plan}」`,
} as const

/** Other settings of a new plan. */
export const NEW_PLAN = {
  welcome: {
    enabled: true,
    parts: [{ type: 'text', text: '您好，{客户昵称}，这里是{账号名}，请问有什么可以帮您？' }],
    delaySec: 1,
    everyHours: 24,
  },
  offText: NOBODY_ONLINE_TEXT,
  closing: { enabled: false, text: '' },
} satisfies { welcome: PlanWelcome; offText: string; closing: { enabled: boolean; text: string } }

/** Of the default plan that an enterprise has not changed: no welcome. */
export const SHIPPED_WELCOME: PlanWelcome = { enabled: false, parts: [], delaySec: 1, everyHours: 24 }

/** A stretch of equal cells of one day; `to` is exclusive. */
export type PlanRun = { mode: PlanMode; from: number; to: number }

export function runsOf(row: readonly PlanMode[]): PlanRun[] {
  const runs: PlanRun[] = []
  for (const [cell, mode] of row.entries()) {
    const last = runs.at(-1)
    if (last && isSameMode(last.mode, mode)) last.to = cell + 1
    else runs.push({ mode, from: cell, to: cell + 1 })
  }
  return runs
}

/** 09:30 of cell 19; 24:00 behind the last. */
export function cellTime(cell: number): string {
  const minutes = cell * CELL_MINUTES
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
}

/** Hours a week by mode, in order of first appearance. */
export function weeklyHours(grid: PlanGrid): { mode: PlanMode; hours: number }[] {
  const byMode = new Map<string, { mode: PlanMode; hours: number }>()
  for (const mode of grid.flat()) {
    const entry = byMode.get(modeKey(mode)) ?? { mode, hours: 0 }
    entry.hours += CELL_MINUTES / 60
    byMode.set(modeKey(mode), entry)
  }
  return [...byMode.values()]
}

/** 时段摘要: 每天 09:00–18:00 人工接待，其余 AI 托管. The mode with most hours is 其余. */
export function scheduleSummary(grid: PlanGrid, flowName: (flowId: string) => string | undefined): string {
  const label = (mode: PlanMode) =>
    mode.mode === 'workflow'
      ? (flowName(mode.flowId) ?? RECEPTION_TYPE_LABELS.workflow)
      : RECEPTION_TYPE_LABELS[mode.mode]
  const [main, ...others] = weeklyHours(grid).toSorted((a, b) => b.hours - a.hours)
  if (!main) return ''
  if (others.length === 0) return `全天 ${label(main.mode)}`
  const parts = others.flatMap(({ mode }) => dayGroups(grid, mode).map((text) => `${text} ${label(mode)}`))
  return [...parts, `其余 ${label(main.mode)}`].join('，')
}

/** Neighbouring days with the same periods of a mode share one text. */
function dayGroups(grid: PlanGrid, mode: PlanMode): string[] {
  const groups: { from: number; to: number; periods: string }[] = []
  for (const [day, row] of grid.entries()) {
    const periods = runsOf(row)
      .filter((run) => isSameMode(run.mode, mode))
      .map(({ from, to }) => (to - from === row.length ? '全天' : `${cellTime(from)}–${cellTime(to)}`))
      .join('、')
    const last = groups.at(-1)
    if (last?.periods === periods) last.to = day
    else groups.push({ from: day, to: day, periods })
  }
  return groups
    .filter(({ periods }) => periods !== '')
    .map(({ from, to, periods }) => `${dayText(from, to)} ${periods}`)
}

function dayText(from: number, to: number): string {
  if (from === 0 && to === WEEKDAYS.length - 1) return '每天'
  return from === to ? `${WEEKDAYS[from]}` : `${WEEKDAYS[from]}至${WEEKDAYS[to]}`
}

/** Agents named by a rule for its mode. */
export const namedAgents = (mode: AssignMode, { agentIds, tagRows }: AssignRule) =>
  mode === 'listed' ? agentIds : mode === 'tag' ? tagRows.flatMap((row) => row.agentIds) : []
