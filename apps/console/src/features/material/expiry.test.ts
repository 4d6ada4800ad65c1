import { expect, test } from 'vitest'
import { expiryOf, isExpired, lastDayOf } from './card-facts.ts'

test.each([
  ['2026-03-16', 'Asia/Shanghai', '2026-03-16T16:00:00.000Z'],
  ['2026-12-31', 'Asia/Shanghai', '2026-12-31T16:00:00.000Z'],
  ['2026-03-16', 'UTC', '2026-03-17T00:00:00.000Z'],
])('a card valid through %s in %s expires at %s', (day, zone, instant) => {
  expect(expiryOf(day, zone)).toBe(instant)
  expect(lastDayOf(instant, zone)).toBe(day)
})

test('no day is no end', () => {
  expect(expiryOf('', 'UTC')).toBeNull()
  expect(isExpired(null, new Date())).toBe(false)
})

test('a card is good until the very end of its last day', () => {
  const end = '2026-03-16T16:00:00.000Z'

  expect(isExpired(end, new Date('2026-03-16T15:59:59.999Z'))).toBe(false)
  expect(isExpired(end, new Date(end))).toBe(true)
})
