import type { CustomerId } from '@ruwu/contract'
import { SOCKET } from '@ruwu/domain'
import { expect, onTestFinished, test, vi } from 'vitest'
import { inOrder } from './in-order.ts'

const ONE = 'a'.repeat(32) as CustomerId
const OTHER = 'b'.repeat(32) as CustomerId

function server() {
  const arrived: string[] = []
  const answers = new Map<string, PromiseWithResolvers<string>>()
  const call = (name: string) => () => {
    arrived.push(name)
    const answer = Promise.withResolvers<string>()
    answers.set(name, answer)
    return answer.promise
  }
  return { arrived, answers, call }
}

test('calls about one customer wait for each other, those about another do not', async () => {
  const { arrived, answers, call } = server()

  const calls = [inOrder(ONE, call('send')), inOrder(ONE, call('no return')), inOrder(OTHER, call('archive'))]
  expect(arrived).toEqual(['send', 'archive'])
  answers.get('send')?.resolve('sent')
  await expect.poll(() => arrived).toEqual(['send', 'archive', 'no return'])
  for (const { resolve } of answers.values()) resolve('done')

  expect(await Promise.all(calls)).toEqual(['sent', 'done', 'done'])
})

test('a refused call lets the next one go', async () => {
  const { arrived, answers, call } = server()
  const refused = inOrder(ONE, call('send'))
  const next = inOrder(ONE, call('release'))

  answers.get('send')?.reject(new Error('refused'))

  await expect(refused).rejects.toThrow('refused')
  await expect.poll(() => arrived).toEqual(['send', 'release'])
  answers.get('release')?.resolve('released')
  expect(await next).toBe('released')
})

test('a call without an answer holds up the next one no longer than a response may take', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { arrived, answers, call } = server()
  const silent = inOrder(ONE, call('star'))
  const next = inOrder(ONE, call('send'))

  await vi.advanceTimersByTimeAsync(SOCKET.responseTimeoutMs - 1)
  expect(arrived).toEqual(['star'])
  await vi.advanceTimersByTimeAsync(1)
  expect(arrived).toEqual(['star', 'send'])

  for (const { resolve } of answers.values()) resolve('done')
  expect(await Promise.all([silent, next])).toEqual(['done', 'done'])
})
