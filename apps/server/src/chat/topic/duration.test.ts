import { expect, test } from 'vitest'
import { silenceUntil } from './duration.ts'

const now = new Date('2026-03-16T02:00:00.000Z')

test.each([
  ['10m', '2026-03-16T02:10:00.000Z'],
  ['2h', '2026-03-16T04:00:00.000Z'],
  ['1d', '2026-03-17T02:00:00.000Z'],
  ['1w', '2026-03-23T02:00:00.000Z'],
  ['1y', '2027-03-16T02:00:00.000Z'],
  [90, '2026-03-16T02:01:30.000Z'],
  ['90', '2026-03-16T02:01:30.000Z'],
])('a silence of %j ends at %s', (duration, end) => {
  expect(silenceUntil(duration, now)?.toISOString()).toBe(end)
})

test('forever is far away, and nothing lasts longer', () => {
  expect(silenceUntil('forever', now)?.getUTCFullYear()).toBeGreaterThan(2200)
  expect(silenceUntil('999999y', now)).toEqual(silenceUntil('forever', now))
})

test.each(['', '0', 0, null, undefined])('%j lifts it', (duration) => {
  expect(silenceUntil(duration, now)).toBeNull()
})

test.each(['soon', '10x', '-5m', -1, Number.NaN])('%j can’t be read', (duration) => {
  expect(silenceUntil(duration, now)).toBeUndefined()
})
