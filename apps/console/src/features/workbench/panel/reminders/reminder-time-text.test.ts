import { expect, test } from 'vitest'
import { reminderTimeText } from './reminder-section.tsx'

const now = new Date('2026-03-16T02:00:00Z')

test.each([
  ['2026-03-16T06:00:00Z', '今天 14:00'],
  ['2026-03-16T17:00:00Z', '明天 01:00'],
  ['2026-03-15T06:00:00Z', '昨天 14:00'],
  ['2026-03-20T06:30:00Z', '03-20 14:30'],
  ['2027-01-02T01:00:00Z', '2027-01-02 09:00'],
])('%s reads %s', (at, text) => {
  expect(reminderTimeText(at, now, 'Asia/Shanghai')).toBe(text)
})
