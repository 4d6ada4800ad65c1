import {
  type Holiday,
  PLAN_CELLS,
  PLAN_DAYS,
  type PlanGrid,
  type PlanMode,
  type ReceptionMode,
  type ReceptionPlanFields,
} from '@ruwu/contract'
import { addDays, type CalendarDay, dayNumber, formatDay, startOfWeek } from '../calendar-day.ts'
import { DEFAULT_TIME_ZONE, minuteOfDay, wallClockTime, zonedTime } from '../time-zone.ts'

/** When a plan's accounts are received by whom, as it is stored: a cell is one character, the index of its mode. */
export type PlanSchedule = {
  timezone: string
  modes: PlanMode[]
  /** Monday first, 48 characters a day. */
  grid: string[]
  holidays: Holiday[]
  closeMode: ReceptionPlanFields['closeMode']
}

const AI: PlanMode = { mode: 'ai_agent' }
const MANUAL: PlanMode = { mode: 'manual' }
const SUNDAY = PLAN_DAYS - 1
export const CELL_MINUTES = 30
const FIRST_CHARACTER = '0'.charCodeAt(0)

export const isSameMode = (one: PlanMode, other: PlanMode): boolean => modeKey(one) === modeKey(other)

export const modeKey = (mode: PlanMode): string => (mode.mode === 'workflow' ? mode.flowId : mode.mode)

export const filledGrid = (mode: PlanMode): PlanGrid =>
  Array.from({ length: PLAN_DAYS }, () => Array.from({ length: PLAN_CELLS }, () => mode))

type Scheduled = Pick<ReceptionPlanFields, 'timezone' | 'grid' | 'holidays' | 'closeMode'>

export function packSchedule({ timezone, grid, holidays, closeMode }: Scheduled): PlanSchedule {
  const modes = [...new Map(grid.flat().map((mode) => [modeKey(mode), mode])).values()]
  const indexOf = new Map(modes.map((mode, index) => [modeKey(mode), index]))
  const character = (mode: PlanMode) => String.fromCharCode(FIRST_CHARACTER + (indexOf.get(modeKey(mode)) ?? 0))
  return {
    timezone,
    modes,
    grid: grid.map((row) => row.map(character).join('')),
    holidays: holidays.toSorted((a, b) => (a.date < b.date ? -1 : 1)),
    closeMode,
  }
}

export const unpackSchedule = (schedule: PlanSchedule): Scheduled => ({
  timezone: schedule.timezone,
  grid: Array.from({ length: PLAN_DAYS }, (_row, day) =>
    Array.from({ length: PLAN_CELLS }, (_cell, cell) => modeOf(schedule, day, cell)),
  ),
  holidays: schedule.holidays,
  closeMode: schedule.closeMode,
})

const modeOf = ({ modes, grid }: PlanSchedule, day: number, cell: number): PlanMode =>
  modes[(grid[day]?.charCodeAt(cell) ?? FIRST_CHARACTER) - FIRST_CHARACTER] ?? AI

/** The default plan of an enterprise that has not changed it: AI around the clock. */
export const SHIPPED_SCHEDULE: PlanSchedule = packSchedule({
  timezone: DEFAULT_TIME_ZONE,
  grid: filledGrid(AI),
  holidays: [],
  closeMode: { mode: 'manual' },
})

/** First and last day and cell, in any order. */
export type GridArea = { days: readonly [number, number]; cells: readonly [number, number] }

export const isInArea = ({ days, cells }: GridArea, day: number, cell: number): boolean =>
  day >= Math.min(...days) && day <= Math.max(...days) && cell >= Math.min(...cells) && cell <= Math.max(...cells)

export function paintCells(grid: PlanGrid, area: GridArea, mode: PlanMode): PlanGrid {
  return grid.map((row, day) => row.map((cell, index) => (isInArea(area, day, index) ? mode : cell)))
}

const DAY_BEGINS = (9 * 60) / CELL_MINUTES
const DAY_ENDS = (18 * 60) / CELL_MINUTES

/** Grid of a new plan: people from 09:00 to 18:00, else the AI. */
export const NEW_PLAN_GRID: PlanGrid = paintCells(
  filledGrid(AI),
  { days: [0, SUNDAY], cells: [DAY_BEGINS, DAY_ENDS - 1] },
  MANUAL,
)

/** Monday is 0. */
const weekdayOf = (day: CalendarDay): number => dayNumber(day) - dayNumber(startOfWeek(day))

function rowOf(schedule: PlanSchedule, day: CalendarDay) {
  const date = formatDay(day)
  const holiday = schedule.holidays.find((each) => each.date === date)?.mode
  return { holiday, row: holiday === 'sunday' ? SUNDAY : weekdayOf(day) }
}

/** The wall clock of the plan's time zone decides, so that a change to daylight saving time moves no period. */
function cellAt(schedule: PlanSchedule, at: Date) {
  const day = zonedTime(at, schedule.timezone)
  const cell = Math.floor(minuteOfDay(at, schedule.timezone) / CELL_MINUTES)
  return { day, cell, ...rowOf(schedule, day) }
}

/** Modes of a day's cells. */
export function planModesOf(schedule: PlanSchedule, day: CalendarDay): (cell: number) => PlanMode {
  const { holiday, row } = rowOf(schedule, day)
  if (holiday === 'ai_agent') return () => AI
  return holiday === 'manual' ? () => MANUAL : (cell) => modeOf(schedule, row, cell)
}

/** Mode of the plan's period at a moment. */
export function planModeAt(schedule: PlanSchedule, at: Date): PlanMode {
  const { day, cell } = cellAt(schedule, at)
  return planModesOf(schedule, day)(cell)
}

/** The same with the account's switch: while it is `close`, the plan's `closeMode` replaces the AI. */
export function accountModeAt(schedule: PlanSchedule, accountMode: ReceptionMode, at: Date): PlanMode {
  const mode = planModeAt(schedule, at)
  return accountMode === 'close' && mode.mode === 'ai_agent' ? schedule.closeMode : mode
}

/** The period of the day that contains a moment, as minutes of the day, with the weekday (Monday is 0) and holiday that applies. */
export function planPeriodAt(schedule: PlanSchedule, at: Date) {
  const { day, holiday, row, cell } = cellAt(schedule, at)
  const weekday = weekdayOf(day)
  if (holiday === 'ai_agent' || holiday === 'manual') return { weekday, holiday, from: 0, to: 24 * 60 }
  const mode = modeOf(schedule, row, cell)
  const isPart = (index: number) => isSameMode(modeOf(schedule, row, index), mode)
  let [from, to] = [cell, cell + 1]
  while (from > 0 && isPart(from - 1)) from -= 1
  while (to < PLAN_CELLS && isPart(to)) to += 1
  return { weekday, holiday, from: from * CELL_MINUTES, to: to * CELL_MINUTES }
}

/** Outside the 人工接待 periods of a plan that has any. */
export const isOffHours = (schedule: PlanSchedule, at: Date): boolean =>
  hasManual(schedule) && planModeAt(schedule, at).mode !== 'manual'

/** Whether people receive at all. */
export const hasManual = ({ modes, holidays }: PlanSchedule) =>
  modes.some(({ mode }) => mode === 'manual') || holidays.some(({ mode }) => mode === 'manual')

const SEARCH_DAYS = 14

/** When the next 人工接待 period begins, or the moment itself inside one; null: none within two weeks. */
export function nextManualAt(schedule: PlanSchedule, at: Date): Date | null {
  if (planModeAt(schedule, at).mode === 'manual') return at
  const first = zonedTime(at, schedule.timezone)
  for (let days = 0; days <= SEARCH_DAYS; days += 1) {
    const day = addDays(first, days)
    for (let cell = 0; cell < PLAN_CELLS; cell += 1) {
      const time = { hour: Math.floor(cell / 2), minute: (cell % 2) * CELL_MINUTES }
      const begins = wallClockTime(day, time, schedule.timezone)
      if (begins > at && planModeAt(schedule, begins).mode === 'manual') return begins
    }
  }
  return null
}
