import type { CustomerId } from '@ruwu/contract'
import { SOCKET } from '@ruwu/domain'

const lastStep = new Map<CustomerId, Promise<unknown>>()

/**
 * What an agent does to one customer reaches the server in the order in which it was done: each step waits until the one before
 * has been answered, but no longer than a response may take. Without it 不再恢复 could overtake the message that it follows,
 * which would then start the countdown again.
 */
export function inOrder<T>(customerId: CustomerId, step: () => Promise<T>): Promise<T> {
  const before = lastStep.get(customerId)
  const result = before ? endOf(before).then(step) : step()
  const end = Promise.allSettled([result]).finally(() => {
    if (lastStep.get(customerId) === end) lastStep.delete(customerId)
  })
  lastStep.set(customerId, end)
  return result
}

function endOf(step: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, SOCKET.responseTimeoutMs)
  void step.finally(() => {
    clearTimeout(timer)
    resolve()
  })
  return promise
}
