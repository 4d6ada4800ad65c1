import { expect, test } from 'vitest'
import {
  averageDailyConsume,
  hasPointsLeft,
  type PointsAccount,
  POINTS_HEALTH_LABELS,
  pointsHealth,
  remainingDays,
  remainingDaysText,
  totalPoints,
} from './points-health.ts'

function account(total: number, averageDailyConsumePoints: number, hasPaid = true): PointsAccount {
  return { orderPoints: total - 30, bonusOrderPoints: 10, bonusHumanPoints: 20, averageDailyConsumePoints, hasPaid }
}

// R57
test('the total is the sum of the three pools', () => {
  expect(totalPoints({ orderPoints: 100, bonusOrderPoints: 20, bonusHumanPoints: 3 })).toBe(123)
})

// R59
test.each([
  [100, 10, 10],
  [5, 10, 0.5],
  [100, 0, Number.POSITIVE_INFINITY],
  [0, 10, 0],
  [0, 0, 0],
  [-5, 0, 0],
  [-5, 10, 0],
])('%d points at %d a day last %d days', (total, daily, expected) => {
  expect(remainingDays(account(total, daily))).toBe(expected)
})

// R60, R61
test.each([
  [1000, 10, false, '免费版'],
  [-5, 10, false, '免费版'],
  [-1, 10, true, '已欠费'],
  [0, 10, true, '余额不足'],
  [9, 10, true, '余额不足'],
  [29, 10, true, '余额不足'],
  [70, 10, true, '余额不足'],
  [71, 10, true, '余额预警'],
  [300, 10, true, '余额预警'],
  [301, 10, true, '余额健康'],
  [1, 0, true, '余额健康'],
  [0, 0, true, '余额不足'],
  [-1, 0, true, '已欠费'],
])('%d points at %d a day, paid %s, are %s', (total, daily, hasPaid, expected) => {
  expect(POINTS_HEALTH_LABELS[pointsHealth(account(total, daily, hasPaid))]).toBe(expected)
})

test.each([
  [1, true],
  [0, false],
  [-1, false],
])('with %d points AI may start: %s', (total, expected) => {
  expect(hasPointsLeft(account(total, 0))).toBe(expected)
})

test.each([
  [2305.2, '预计可用 2,305 天'],
  [46.9, '预计可用 46 天'],
  [0.5, '预计可用 0 天'],
  [0, '预计可用 0 天'],
  [Number.POSITIVE_INFINITY, '充足'],
])('%d remaining days read %s', (days, expected) => {
  expect(remainingDaysText(days)).toBe(expected)
})

test.each([
  [70, 30, 10],
  [70, 7, 10],
  [30, 3, 10],
  [30, 0, 0],
  [-2, 7, 0],
])('%d points used by an enterprise of %d days average %d', (points, days, expected) => {
  expect(averageDailyConsume(points, days)).toBe(expected)
})
