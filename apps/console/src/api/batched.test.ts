import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { batched } from './batched.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Answers every id but 0 with its double. */
function doubles(most: number) {
  const requests: number[][] = []
  const load = batched(async (ids: number[]) => {
    requests.push(ids)
    return new Map(ids.filter((id) => id !== 0).map((id) => [id, id * 2]))
  }, most)
  return { requests, load }
}

test('calls of one moment share a request, later ones send another', async () => {
  const { requests, load } = doubles(10)

  const first = Promise.all([load(1), load(0), load(2)])
  await vi.runAllTimersAsync()
  const second = load(3)
  await vi.runAllTimersAsync()

  expect(await first).toEqual([2, undefined, 4])
  expect(await second).toBe(6)
  expect(requests).toEqual([[1, 0, 2], [3]])
})

test('a full batch is followed by the next', async () => {
  const { requests, load } = doubles(2)

  const all = Promise.all([load(1), load(2), load(3)])
  await vi.runAllTimersAsync()

  expect(await all).toEqual([2, 4, 6])
  expect(requests).toEqual([[1, 2], [3]])
})

test('a failed request fails each of its calls', async () => {
  const load = batched(() => Promise.reject<Map<number, number>>(new Error('offline')), 2)

  const settled = Promise.allSettled([load(1), load(2)])
  await vi.runAllTimersAsync()

  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
