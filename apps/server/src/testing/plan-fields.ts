import type { PlanMode, ReceptionPlanFields } from '@ruwu/contract'
import { DEFAULT_ASSIGN_MODE, DEFAULT_ASSIGN_RULE, filledGrid, NEW_PLAN_GRID, paintCells } from '@ruwu/domain'

const MANUAL: PlanMode = { mode: 'manual' }

/** A new plan: people from 09:00 to 18:00, else the AI; no welcome. */
export const planFields = (change: Partial<ReceptionPlanFields> = {}): ReceptionPlanFields => ({
  name: '门店方案',
  accountIds: [],
  timezone: 'Asia/Shanghai',
  grid: NEW_PLAN_GRID,
  holidays: [],
  closeMode: { mode: 'manual' },
  welcome: { enabled: false, parts: [], delaySec: 1, everyHours: 24 },
  assign: { ...DEFAULT_ASSIGN_RULE, mode: DEFAULT_ASSIGN_MODE },
  offText: '明早九点回复您',
  closing: { enabled: false, text: '' },
  enabled: true,
  ...change,
})

/** People all day but at night (22:00 to 06:00). */
export const NIGHT_AI_GRID = paintCells(filledGrid({ mode: 'ai_agent' }), { days: [0, 6], cells: [12, 43] }, MANUAL)
