import type { FlowId, PlanGrid, PlanMode, ReceptionPlanFields } from '@ruwu/contract'
import { describe, expect, test } from 'vitest'
import {
  accountModeAt,
  filledGrid,
  isOffHours,
  NEW_PLAN_GRID,
  nextManualAt,
  packSchedule,
  paintCells,
  planModeAt,
  planPeriodAt,
  SHIPPED_SCHEDULE,
  unpackSchedule,
} from './plan-schedule.ts'
import { runsOf, scheduleSummary, weeklyHours } from './plan-summary.ts'

const AI: PlanMode = { mode: 'ai_agent' }
const MANUAL: PlanMode = { mode: 'manual' }
const NIGHT: PlanMode = { mode: 'workflow', flowId: 'f'.repeat(32) as FlowId }

type Scheduled = Pick<ReceptionPlanFields, 'timezone' | 'grid' | 'holidays' | 'closeMode'>

const schedule = (change: Partial<Scheduled> = {}) =>
  packSchedule({
    timezone: 'Asia/Shanghai',
    grid: NEW_PLAN_GRID,
    holidays: [],
    closeMode: { mode: 'manual' },
    ...change,
  })

/** Monday 2026-03-16 in Shanghai. */
const at = (time: string, day = '2026-03-16') => new Date(`${day}T${time}:00+08:00`)

describe('the mode at a moment', () => {
  test.each([
    ['before people come', '08:59', 'ai_agent'],
    ['from their first minute', '09:00', 'manual'],
    ['in the middle', '12:31', 'manual'],
    ['until their last minute', '17:59', 'manual'],
    ['after them', '18:00', 'ai_agent'],
    ['at midnight', '00:00', 'ai_agent'],
  ] as const)('%s (%s) is %s', (_when, time, mode) => {
    expect(planModeAt(schedule(), at(time)).mode).toBe(mode)
  })

  test('the weekday is that of the plan’s time zone', () => {
    const sundays = paintCells(filledGrid(AI), { days: [6, 6], cells: [0, 47] }, MANUAL)
    // Sunday evening in Los Angeles is Monday in Shanghai.
    const moment = at('10:00')

    expect(planModeAt(schedule({ grid: sundays }), moment).mode).toBe('ai_agent')
    expect(planModeAt(schedule({ grid: sundays, timezone: 'America/Los_Angeles' }), moment).mode).toBe('manual')
  })

  test.each([
    ['sunday', '10:00', 'ai_agent'],
    ['ai_agent', '10:00', 'ai_agent'],
    ['manual', '23:00', 'manual'],
  ] as const)('a holiday %s at %s is %s', (mode, time, expected) => {
    const grid = paintCells(NEW_PLAN_GRID, { days: [6, 6], cells: [0, 47] }, AI)
    const plan = schedule({ grid, holidays: [{ date: '2026-03-16', mode }] })

    expect(planModeAt(plan, at(time)).mode).toBe(expected)
    expect(planModeAt(plan, at('10:00', '2026-03-17')).mode).toBe('manual')
  })

  // 2026-03-29 clocks in Berlin go from 02:00 to 03:00, 2026-10-25 from 03:00 back to 02:00.
  test.each([
    ['before the change of clocks', '2026-03-28T08:00:00Z', 'manual'],
    ['after it the period begins an hour earlier in UTC', '2026-03-30T07:00:00Z', 'manual'],
    ['but not earlier', '2026-03-30T06:59:00Z', 'ai_agent'],
    ['in winter again later', '2026-10-26T07:30:00Z', 'ai_agent'],
  ] as const)('daylight saving time: %s', (_when, moment, mode) => {
    expect(planModeAt(schedule({ timezone: 'Europe/Berlin' }), new Date(moment)).mode).toBe(mode)
  })

  test('both passes of the hour that a clock repeats have its mode, and the skipped hour breaks nothing', () => {
    const grid = paintCells(filledGrid(AI), { days: [6, 6], cells: [4, 5] }, MANUAL)
    const plan = schedule({ grid, timezone: 'Europe/Berlin' })

    expect(['00:30', '01:30'].map((time) => planModeAt(plan, new Date(`2026-10-25T${time}:00Z`)).mode)).toEqual([
      'manual',
      'manual',
    ])
    expect(planModeAt(plan, new Date('2026-03-29T01:00:00Z')).mode).toBe('ai_agent')
  })
})

test.each<[string, 'open' | 'close', string, Scheduled['closeMode'], string]>([
  ['the switch is on', 'open', '20:00', { mode: 'manual' }, 'ai_agent'],
  ['it is off: people instead of the AI', 'close', '20:00', { mode: 'manual' }, 'manual'],
  ['it is off: the flow instead of the AI', 'close', '20:00', NIGHT, 'workflow'],
  ['it is off in a period of people', 'close', '10:00', NIGHT, 'manual'],
])('with the account’s switch: %s', (_what, accountMode, time, closeMode, mode) => {
  expect(accountModeAt(schedule({ closeMode }), accountMode, at(time)).mode).toBe(mode)
})

test('a schedule survives being stored, with flows and many modes', () => {
  const many = Array.from({ length: 60 }, (_flow, n): PlanMode => ({ mode: 'workflow', flowId: `flow-${n}` as FlowId }))
  const grid: PlanGrid = filledGrid(AI).map((row, day) => row.map((cell, n) => many[(day * 48 + n) % 70] ?? cell))
  const given = { timezone: 'UTC', grid, holidays: [], closeMode: { mode: 'manual' } } as const

  expect(unpackSchedule(JSON.parse(JSON.stringify(packSchedule({ ...given, holidays: [] }))))).toEqual(given)
})

test('off hours need hours: a plan without people has none', () => {
  expect(isOffHours(schedule(), at('20:00'))).toBe(true)
  expect(isOffHours(schedule(), at('10:00'))).toBe(false)
  expect(isOffHours(SHIPPED_SCHEDULE, at('20:00'))).toBe(false)
})

test.each([
  ['20:00', '2026-03-17T01:00:00.000Z'],
  ['06:10', '2026-03-16T01:00:00.000Z'],
  ['10:00', '2026-03-16T02:00:00.000Z'],
])('after %s people come at %s', (time, expected) => {
  expect(nextManualAt(schedule(), at(time))?.toISOString()).toBe(expected)
})

test('without people nobody comes', () => {
  expect(nextManualAt(SHIPPED_SCHEDULE, at('10:00'))).toBeNull()
})

test('the period of a moment goes from change to change within its day', () => {
  expect(planPeriodAt(schedule(), at('20:00'))).toEqual({ weekday: 0, holiday: undefined, from: 1080, to: 1440 })
  expect(planPeriodAt(schedule({ holidays: [{ date: '2026-03-16', mode: 'manual' }] }), at('20:00'))).toEqual({
    weekday: 0,
    holiday: 'manual',
    from: 0,
    to: 1440,
  })
})

const week = paintCells(filledGrid(AI), { days: [0, 4], cells: [18, 23] }, MANUAL)

test.each<[string, PlanGrid, string]>([
  ['one mode', filledGrid(MANUAL), '全天 人工接待'],
  ['the grid of a new plan', NEW_PLAN_GRID, '每天 09:00–18:00 人工接待，其余 AI 托管'],
  [
    'two periods on weekdays',
    paintCells(week, { days: [0, 4], cells: [28, 35] }, MANUAL),
    '周一至周五 09:00–12:00、14:00–18:00 人工接待，其余 AI 托管',
  ],
  [
    'a whole day and a flow',
    paintCells(paintCells(week, { days: [5, 5], cells: [0, 47] }, MANUAL), { days: [6, 6], cells: [46, 47] }, NIGHT),
    '周一至周五 09:00–12:00 人工接待，周六 全天 人工接待，周日 23:00–24:00 夜间留资，其余 AI 托管',
  ],
])('summary of %s', (_what, grid, expected) => {
  expect(scheduleSummary(grid, () => '夜间留资')).toBe(expected)
})

test('painting goes in any direction and changes nothing else; runs and hours follow', () => {
  const grid = paintCells(filledGrid(AI), { days: [1, 0], cells: [3, 2] }, MANUAL)

  expect(runsOf(grid[0] ?? [])).toEqual([
    { mode: AI, from: 0, to: 2 },
    { mode: MANUAL, from: 2, to: 4 },
    { mode: AI, from: 4, to: 48 },
  ])
  expect(weeklyHours(grid)).toEqual([
    { mode: AI, hours: 166 },
    { mode: MANUAL, hours: 2 },
  ])
  expect(grid[2]).toEqual(filledGrid(AI)[2])
})
