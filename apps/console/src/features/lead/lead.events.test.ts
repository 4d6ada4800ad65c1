import type { ConsoleEvent, CustomerId } from '@ruwu/contract'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onLeadEvent } from './lead.events.ts'
import { leadKeys } from './lead.queries.ts'

const open = 'a'.repeat(32) as CustomerId
const other = 'b'.repeat(32) as CustomerId
let cache: QueryClient
let asked: CustomerId[]
let close: () => void

const said = (customerId: CustomerId) =>
  ({ type: 'cus_message', customerId, message: { senderKind: 'customer' } }) as ConsoleEvent

beforeEach(() => {
  vi.useFakeTimers()
  cache = new QueryClient()
  asked = []
  for (const id of [open, other]) cache.setQueryData(leadKeys.list(id), [])
  const queryFn = () => {
    asked.push(open)
    return []
  }
  close = new QueryObserver(cache, { queryKey: leadKeys.list(open), queryFn, staleTime: Infinity }).subscribe(() => {})
})

afterEach(() => {
  close()
  cache.clear()
  vi.useRealTimers()
})

test('a burst of messages refetches the contacts once', async () => {
  for (let line = 0; line < 5; line += 1) onLeadEvent(cache, said(open))
  expect(asked).toEqual([])

  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toEqual([open])
})

test('those of a customer who is not open are asked for when they are opened next', async () => {
  onLeadEvent(cache, said(other))

  expect(cache.getQueryState(leadKeys.list(other))?.isInvalidated).toBe(true)
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toEqual([])
})

test('what our side says changes no contacts', async () => {
  onLeadEvent(cache, { type: 'cus_message', customerId: open, message: { senderKind: 'human' } } as ConsoleEvent)

  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toEqual([])
})
