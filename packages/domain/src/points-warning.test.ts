import { expect, test } from 'vitest'
import {
  dueNotice,
  dueWarning,
  isBlockedByPoints,
  POINTS_WARNINGS,
  pointsNoticeText,
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
  [7, undefined],
  [30, undefined],
  [Number.POSITIVE_INFINITY, undefined],
])('%d remaining days warn with %s', (days, expected) => {
  const warning = warningForDays(days)

  expect(warning && POINTS_WARNINGS[warning].title).toBe(expected)
})

// R63
test.each([
  [0, [], 'usedUp'],
  [0, ['usedUp'], undefined],
  [0, ['threeDays', 'oneDay'], 'usedUp'],
  [0.5, [], 'oneDay'],
  [0.5, ['oneDay'], undefined],
  [0.5, ['usedUp'], 'oneDay'],
  [2, ['oneDay'], 'threeDays'],
  [2, ['threeDays'], undefined],
  [3, [], undefined],
] as const)('at %d days, shown %j, %s is due: each warning once, the most severe only', (days, shown, expected) => {
  expect(dueWarning(days, shown)).toBe(expected)
})

// R63
test('each warning is remembered once', () => {
  expect(withShownWarning(['oneDay'], 'oneDay')).toEqual(['oneDay'])
  expect(withShownWarning(['oneDay'], 'usedUp')).toEqual(['oneDay', 'usedUp'])
})

// R64
test.each([
  [10, 11, 'a', 'a', []],
  [10, 10, 'a', 'a', ['usedUp', 'oneDay']],
  [10, 9, 'a', 'a', ['usedUp', 'oneDay']],
  [-5, 0, 'a', 'a', []],
  // Added and spent again meanwhile.
  [10, 9, 'a', 'b', []],
  [10, 10, null, 'a', []],
])(
  'after points went from %d to %d, added at %s and %s, the remembered warnings are %j',
  (from, to, was, is, expected) => {
    const shown = withPointsChange(['usedUp', 'oneDay'], { total: from, addedAt: was }, { total: to, addedAt: is })

    expect(shown).toEqual(expected)
  },
)

// R165
test.each([
  [Number.POSITIVE_INFINITY, null, undefined],
  [30.01, null, undefined],
  [30, null, 30],
  [30, 30, undefined],
  [7.01, null, 30],
  [7, 30, 7],
  [3, 7, undefined],
  [2.99, 7, 3],
  [1, 3, undefined],
  [0.99, 3, 1],
  [0, 3, 1],
  [-4, null, 1],
  [0, 1, undefined],
  // A smaller consumption makes the days more without more points: nothing is told twice.
  [20, 7, undefined],
])('at %d days, told of %s, the threshold to tell of is %s', (days, told, expected) => {
  expect(dueNotice(days, told)).toBe(expected)
})

test.each([
  [23.9, 12_345, '积分预计可用约 23 天，现有 12,345 积分，请及时充值'],
  [30.01, 12_345, ''],
  [0.4, 8, '积分预计可用不足 1 天，现有 8 积分，请及时充值'],
  [0, -2, '积分已用尽：AI 托管已暂停，客户将由人工接待'],
])('%d days and %d points are told as %s', (days, total, expected) => {
  expect(pointsNoticeText(days, total)).toBe(expected)
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
