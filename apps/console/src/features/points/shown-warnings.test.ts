import { expect, test } from 'vitest'
import type { KeyValueStorage } from '../../browser/storage.ts'
import { memoryStorage } from '../../testing/memory-storage.ts'
import { findWarning, needsExplaining, rememberExplained, rememberWarned } from './shown-warnings.ts'

const ENT = 'e1'

const account = (total: number, pointsAddedAt: string | null = null) => ({
  orderPoints: total,
  bonusOrderPoints: 0,
  bonusHumanPoints: 0,
  averageDailyConsumePoints: 10,
  hasPaid: true,
  pointsAddedAt,
})

/** As the screen does it: shown, and remembered. */
function takeWarning(memory: KeyValueStorage, entId: string, balance: ReturnType<typeof account>) {
  const warning = findWarning(memory, entId, balance)
  rememberWarned(memory, entId, balance)
  return warning
}

test('points are explained once per browser', () => {
  const memory = memoryStorage()
  expect(needsExplaining(memory)).toBe(true)

  rememberExplained(memory)

  expect(needsExplaining(memory)).toBe(false)
})

test('each warning opens once on the way down', () => {
  const memory = memoryStorage()
  const seen = [50, 29, 28, 9, 8, 0, -1].map((total) => takeWarning(memory, ENT, account(total)))

  expect(seen).toEqual([undefined, 'threeDays', undefined, 'oneDay', undefined, 'usedUp', undefined])
})

test('points that rose make the warnings new again', () => {
  const memory = memoryStorage()
  takeWarning(memory, ENT, account(5))

  expect(takeWarning(memory, ENT, account(6))).toBe('oneDay')
  expect(takeWarning(memory, ENT, account(6))).toBeUndefined()
})

test('points that were added and spent again while the browser was closed make the warnings new, too', () => {
  const memory = memoryStorage()
  takeWarning(memory, ENT, account(5, '2026-03-16T08:00:00.000Z'))
  expect(takeWarning(memory, ENT, account(4, '2026-03-16T08:00:00.000Z'))).toBeUndefined()

  expect(takeWarning(memory, ENT, account(3, '2026-03-20T08:00:00.000Z'))).toBe('oneDay')
  expect(takeWarning(memory, ENT, account(2, '2026-03-20T08:00:00.000Z'))).toBeUndefined()
})

test('every enterprise has warnings of its own', () => {
  const memory = memoryStorage()
  takeWarning(memory, ENT, account(0))

  expect(takeWarning(memory, 'e2', account(0))).toBe('usedUp')
})

test.each(['', 'nonsense', '{}', '{"total":5,"shown":["other"]}'])(
  'an invalid stored value (%s) counts as nothing shown yet',
  (kept) => {
    const memory = memoryStorage({ [`ruwu.pointsWarned.${ENT}`]: kept })

    expect(takeWarning(memory, ENT, account(0))).toBe('usedUp')
  },
)
