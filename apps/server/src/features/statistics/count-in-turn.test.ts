import { expect, test } from 'vitest'
import { inTurn } from './count-in-turn.ts'

test('counts run one after the other and let the node answer others', async () => {
  const steps: string[] = []
  const count = (name: string) =>
    inTurn(async (rest) => {
      for (let hour = 0; hour < 3; hour += 1) {
        steps.push(name)
        await rest(100_000)
      }
    })
  const counted = [count('a'), count('b')]
  setImmediate(() => steps.push('others'))

  await Promise.all(counted)

  expect(steps.filter((step) => step !== 'others')).toEqual(['a', 'a', 'a', 'b', 'b', 'b'])
  expect(steps.indexOf('others')).toBeLessThan(steps.lastIndexOf('a'))
})

test('a count that fails does not stop the next one', async () => {
  const failed = inTurn(() => Promise.reject(new Error('broken')))
  await expect(failed).rejects.toThrow('broken')
  expect(await inTurn(async () => 1)).toBe(1)
})
