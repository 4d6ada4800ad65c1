import { expect, test } from 'vitest'
import { QUOTA_RULES } from '../channel-quota-rules.ts'
import { DEFAULT_GUARD_SETTINGS, GUARD_LIMITS } from './guard-limits.ts'

test('the limits are those of the specification', () => {
  const any = { links: 'block', sameText: { windowMs: 86_400_000, blockAt: 5 }, pace: { max: 10, windowMs: 600_000 } }

  expect(GUARD_LIMITS.redbook).toEqual({
    ...any,
    textMaxChars: 1000,
    beforeFirstMessage: { max: 3, windowMs: null, entriesPerDay: null },
    afterMessage: null,
    strangers: { perDay: 20, burst: { max: 10, windowMs: 600_000 } },
  })
  expect(GUARD_LIMITS.douyin).toEqual({
    ...any,
    textMaxChars: 1000,
    beforeFirstMessage: { max: 3, windowMs: 30_000, entriesPerDay: 3 },
    afterMessage: { max: 6, windowMs: 86_400_000 },
    strangers: { perDay: 0, burst: null },
  })
})

test('the third same text is the first that the quota rule does not take either', () => {
  const rule = QUOTA_RULES.redbook.find(({ id }) => id === 'redbook.same.text')

  expect(rule?.max).toBe(DEFAULT_GUARD_SETTINGS.repeatCount - 1)
  expect(rule?.windowMs).toBe(GUARD_LIMITS.redbook.sameText.windowMs)
})
