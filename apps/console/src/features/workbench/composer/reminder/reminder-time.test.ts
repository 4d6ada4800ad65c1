import { expect, test } from 'vitest'
import { momentAt, remindTime } from './reminder-time.ts'

const now = new Date('2026-03-16T15:30:00.000Z') // 23:30 in Shanghai

test.each([
  ['halfHour', '2026-03-16T16:00:00.000Z'],
  ['twoHours', '2026-03-16T17:30:00.000Z'],
  ['tomorrow', '2026-03-17T01:00:00.000Z'],
] as const)('%s', (choice, at) => {
  expect(remindTime(choice, now, 'Asia/Shanghai').toISOString()).toBe(at)
})

test('a time of the calendar is one of the enterprise, on the day clocks change too', () => {
  const wall = { year: 2026, month: 3, day: 29, hour: 9, minute: 0 }

  expect(momentAt(wall, 'Asia/Shanghai').toISOString()).toBe('2026-03-29T01:00:00.000Z')
  expect(momentAt(wall, 'Europe/Berlin').toISOString()).toBe('2026-03-29T07:00:00.000Z')
})
