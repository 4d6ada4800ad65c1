import type { EntId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { type Counter, hourPass } from './hour-pass.ts'

type Batch = { hours: readonly number[] }

const [ONE, OTHER] = ['one', 'other'] as EntId[] as [EntId, EntId]

/** Batches of one hour each, which are read when they are asked for. */
function countedBatches(hours: readonly number[]) {
  const read: number[] = []
  async function* batches(): AsyncGenerator<Batch> {
    for (const hour of hours) {
      await Promise.resolve()
      read.push(hour)
      yield { hours: [hour] }
    }
  }
  return { read, batches }
}

const sum = (seen: number[] = []): Counter<Batch, number> => {
  let total = 0
  return {
    begin: () => {},
    add(hour) {
      seen.push(hour)
      total += hour
    },
    result: () => total,
  }
}

test('what is asked for at once is counted in one pass, batch by batch', async () => {
  const { read, batches } = countedBatches([1, 2, 3])
  const pass = hourPass(ONE, batches, () => 1)
  const seen: number[] = []

  expect(await Promise.all([pass(() => sum(seen)), pass(() => sum(seen))])).toEqual([6, 6])
  expect(seen).toEqual([1, 1, 2, 2, 3, 3])
  expect(read).toEqual([1, 2, 3])
})

test('what is asked for later is counted in another pass', async () => {
  const { read, batches } = countedBatches([1, 2])
  const pass = hourPass(ONE, batches, () => 1)

  expect([await pass(() => sum()), await pass(() => sum())]).toEqual([3, 3])
  expect(read).toEqual([1, 2, 1, 2])
})

test('without hours a count has its result too', async () => {
  expect(await hourPass(ONE, countedBatches([]).batches, () => 1)(() => sum())).toBe(0)
})

const broken = (): AsyncIterable<Batch> => ({
  [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('connection lost')) }),
})

test('more passes than there are places wait for one, also after a failure', async () => {
  let [open, most] = [0, 0]
  async function* batches(): AsyncGenerator<Batch> {
    open += 1
    most = Math.max(most, open)
    await new Promise((resolve) => setImmediate(resolve))
    yield { hours: [1] }
    open -= 1
  }
  const failed = Array.from({ length: 8 }, () => hourPass(ONE, broken, () => 1)(() => sum()))
  expect((await Promise.allSettled(failed)).map(({ status }) => status)).toEqual(Array(8).fill('rejected'))

  const counts = await Promise.all(
    Array.from({ length: 12 }, (_, n) => hourPass(`e${n}` as EntId, batches, () => 1)(() => sum())),
  )

  expect(counts).toEqual(Array(12).fill(1))
  expect(most).toBe(4)
})

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('an enterprise with many long passes leaves places for the others, whose turn comes before its next', async () => {
  const begun: EntId[] = []
  const gate = Promise.withResolvers<void>()
  const ended: Promise<number>[] = []
  const begin = (entId: EntId, until?: Promise<void>) => {
    async function* batches(): AsyncGenerator<Batch> {
      begun.push(entId)
      await until
      yield { hours: [1] }
    }
    ended.push(hourPass(entId, batches, () => 1)(() => sum()))
  }

  for (let n = 0; n < 6; n += 1) begin(ONE, gate.promise)
  await turn()
  expect(begun).toEqual([ONE, ONE])
  for (let n = 0; n < 4; n += 1) begin(OTHER)
  await Promise.all(ended.slice(6))
  expect(begun).toEqual([ONE, ONE, OTHER, OTHER, OTHER, OTHER])

  const third = 'third' as EntId
  for (let n = 0; n < 2; n += 1) begin(OTHER, gate.promise)
  await turn()
  begin(third)
  gate.resolve()
  expect(await Promise.all(ended)).toEqual(Array(13).fill(1))
  expect(begun.indexOf(third)).toBe(8)
})
