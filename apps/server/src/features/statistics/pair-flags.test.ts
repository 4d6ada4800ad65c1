import { seededRandom } from '@ruwu/testkit'
import { expect, test } from 'vitest'
import { PairFlags } from './pair-flags.ts'

test('flags of many pairs are those of each of them', () => {
  const random = seededRandom(1)
  const flags = new PairFlags()
  const expected = new Map<string, number>()
  const wrong: string[] = []
  for (let n = 0; n < 50_000; n += 1) {
    const [group, customer] = [Math.floor(random() * 40), Math.floor(random() * 600)]
    const added = 1 << Math.floor(random() * 16)
    const key = `${group} ${customer}`
    if (flags.add(group, customer, added) !== (expected.get(key) ?? 0)) wrong.push(key)
    expected.set(key, (expected.get(key) ?? 0) | added)
  }

  expect(expected.size).toBeGreaterThan(20_000)
  expect(wrong).toEqual([])
})

test('the highest number of a customer is not that of another group', () => {
  const flags = new PairFlags()
  flags.add(0, 2 ** 31 - 1, 1)

  expect([flags.add(1, 0, 2), flags.add(0, 2 ** 31 - 1, 4), flags.add(0, 0, 8)]).toEqual([0, 1, 0])
})
