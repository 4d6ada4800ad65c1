import { AgentId, type ConsoleEvent, CustomerDetail } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { writeSession } from '../../../session/session.ts'
import { me } from '../../../testing/render.tsx'
import { sample, sampleId } from '../../../testing/sample.ts'
import { applyOptimistic } from './customer-cache.ts'
import { onCustomerEvent } from './customer.events.ts'
import { customerKeys } from './customer-keys.ts'
import { withOwner } from './optimistic.ts'

const lin = { agentId: me.id, name: '林小满' }
const wei = { agentId: AgentId.parse(sampleId()), name: '卫青禾' }
const waiting = sample(CustomerDetail, { agentId: null, agentName: null, version: 1 })
const TOLD = ['已被 卫青禾 接待']

const events = (type: 'rec_cus' | 'cus_message', { agentId, name }: typeof wei, version = 2) =>
  ({
    type,
    customerId: waiting.customerId,
    customer: { ...waiting, agentId, agentName: name, version },
    agentId,
    operatorId: agentId,
  }) as unknown as ConsoleEvent

let told: string[]

beforeEach(() => {
  writeSession({ token: 'token', entId: me.entId, id: me.id, entName: '如晤演示' })
  told = []
  vi.spyOn(toast, 'info').mockImplementation((text) => void told.push(text))
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** A tab that has the customer in its cache, and shows them or not. */
function openTab(isShown = true) {
  const cache = new QueryClient()
  const queryKey = customerKeys.detail(waiting.customerId)
  cache.setQueryData(queryKey, waiting)
  if (isShown) new QueryObserver(cache, { queryKey, queryFn: () => waiting, staleTime: Infinity }).subscribe(() => {})
  return { cache, hear: (event: ConsoleEvent) => onCustomerEvent(cache, event) }
}

test('an agent is told once that a colleague has received the open customer', () => {
  const { hear } = openTab()

  hear(events('rec_cus', wei))
  hear(events('rec_cus', wei))
  hear(events('rec_cus', wei, 3))

  expect(told).toEqual(TOLD)
})

test('also when the line about it in the thread is heard first', () => {
  const { hear } = openTab()

  hear(events('cus_message', wei))
  hear(events('rec_cus', wei))

  expect(told).toEqual(TOLD)
})

test('not of one’s own 接待 in another tab, nor of a customer who is not open', () => {
  openTab().hear(events('rec_cus', lin))
  openTab(false).hear(events('rec_cus', wei))

  expect(told).toEqual([])
})

test('after one’s own attempt the refusal names the colleague, not this', () => {
  const { cache, hear } = openTab()
  applyOptimistic(cache, waiting.customerId, (item) => withOwner(item, lin))

  hear(events('rec_cus', wei))

  expect(told).toEqual([])
})
