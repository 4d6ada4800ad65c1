import { expect, test } from 'vitest'
import { remindTime } from './remind-time.ts'

const now = new Date('2026-03-16T15:30:00.000Z') // 23:30 in Shanghai

test.each([
  ['halfHour', '2026-03-16T16:00:00.000Z'],
  ['twoHours', '2026-03-16T17:30:00.000Z'],
  ['tomorrow', '2026-03-17T01:00:00.000Z'],
] as const)('%s', (choice, at) => {
  expect(remindTime(choice, now, 'Asia/Shanghai').toISOString()).toBe(at)
})

test('明天 09:00 is one of the enterprise, on the day clocks change too', () => {
  expect(remindTime('tomorrow', new Date('2026-03-28T12:00:00.000Z'), 'Europe/Berlin').toISOString()).toBe(
    '2026-03-29T07:00:00.000Z',
  )
})
