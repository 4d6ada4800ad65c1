import { expect, test } from 'vitest'
import {
  dueWarning,
  isBlockedByPoints,
  POINTS_WARNINGS,
  warningForDays,
  withPointsChange,
  withShownWarning,
} from './points-warning.ts'

// R63
test.each([
  [0, '积分已用尽'],
  [-1, '积分已用尽'],
  [0.01, '积分预计不足 1 天'],
  [0.99, '积分预计不足 1 天'],
  [1, '积分预计不足 3 天'],
  [2.99, '积分预计不足 3 天'],
  [3, undefined],
  [Number.POSITIVE_INFINITY, undefined],
])('%d remaining days warn with %s', (days, expected) => {
  const warning = warningForDays(days)

  expect(warning && POINTS_WARNINGS[warning].title).toBe(expected)
})

// R63
test('a warning shown before stays away, also in a milder form', () => {
  expect(dueWarning(0, ['usedUp'])).toBeUndefined()
  expect(dueWarning(0, ['threeDays', 'oneDay'])).toBe('usedUp')
  expect(dueWarning(0.5, [])).toBe('oneDay')
})

// R63
test('each warning is remembered once', () => {
  expect(withShownWarning(['oneDay'], 'oneDay')).toEqual(['oneDay'])
  expect(withShownWarning(['oneDay'], 'usedUp')).toEqual(['oneDay', 'usedUp'])
})

// R64
test.each([
  [10, 11, []],
  [10, 10, ['usedUp', 'oneDay']],
  [10, 9, ['usedUp', 'oneDay']],
  [-5, 0, []],
])('after points went from %d to %d the remembered warnings are %j', (previous, total, expected) => {
  expect(withPointsChange(['usedUp', 'oneDay'], previous, total)).toEqual(expected)
})

// R65
test.each([
  ['/automation', true],
  ['/automation/reception', true],
  ['/tag', true],
  ['/channel/CORP/1/redbook/ai-agent', true],
  ['/tags', false],
  ['/automations', false],
  ['/home', false],
  ['/setting/tag', false],
  ['/point/purchase', false],
])('without points %s is blocked: %s', (path, expected) => {
  expect(isBlockedByPoints(false, path)).toBe(expected)
  expect(isBlockedByPoints(true, path)).toBe(false)
})
