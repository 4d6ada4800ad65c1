import {
  customerApi,
  type AgentId,
  type ConsoleEvent,
  type Customer,
  type CustomerId,
  type CustomerItem,
  type EntId,
  type RelationId,
} from '@ruwu/contract'
import { DEFAULT_CUSTOMER_FILTER, NO_SEAT, toItem } from '@ruwu/domain'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { writeSession } from '../../../session/session.ts'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { onCustomerEvent } from './customer.events.ts'
import { customerKeys, type AgentView, type ListData } from './customer-keys.ts'
import { listOptions } from '../list/customer-list.queries.ts'

const server = { rows: new Map<string, CustomerItem>(), asked: [] as unknown[] }

const id = <T extends string>(letter: string) => letter.repeat(32) as T
const lin = id<AgentId>('a')
const wei = id<AgentId>('b')
const view: AgentView = { agentId: lin, filter: DEFAULT_CUSTOMER_FILTER, sort: 'latest' }

const customer = (letter: string, minute: number, parts: Partial<Customer> = {}): Customer => ({
  customerId: id<CustomerId>(letter),
  topicId: `topic-${letter}`,
  name: `客户 ${letter}`,
  remark: '',
  avatar: '',
  source: 'redbook',
  subSourceId: id<RelationId>('9'),
  subSourceName: '木作',
  agentId: lin,
  agentName: '林小满',
  enableAi: false,
  receptionType: 'manual',
  receptionEpoch: 1,
  aiOffReason: null,
  autoEnableAt: null,
  archive: false,
  isBlocked: false,
  waitingSince: null,
  handoffAt: null,
  postponedUntil: null,
  returnedAt: null,
  lastMessage: null,
  lastMessageAt: `2026-03-16T08:${String(minute).padStart(2, '0')}:00.000Z`,
  lastSeq: 1,
  sendResult: null,
  inboundCount: 1,
  tagIds: [],
  leadStatus: null,
  stageId: null,
  firstEnterAt: '2026-03-16T08:00:00.000Z',
  ad: false,
  version: 1,
  ...parts,
})

const put = (...customers: Customer[]) => {
  for (const it of customers) server.rows.set(it.customerId, toItem(it, NO_SEAT))
}

const event = (row: Customer, type: 'rec_cus' | 'redirect_cus' = 'rec_cus') =>
  ({
    type,
    customerId: row.customerId,
    customer: row,
    receptionEpoch: row.receptionEpoch,
    at: row.lastMessageAt,
    operatorId: null,
    agentId: row.agentId,
    fromAgentId: null,
    reason: 'claim',
    note: null,
  }) satisfies ConsoleEvent

async function openList() {
  const cache = new QueryClient()
  const leave = new QueryObserver(cache, listOptions(cache, view)).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  const names = () =>
    cache
      .getQueryData<ListData>(customerKeys.list(view))
      ?.list.items.slice()
      .map((it) => it.customerId[0])
  return { cache, names, leave }
}

beforeEach(() => {
  vi.useFakeTimers()
  writeSession({ token: 'token', entId: id<EntId>('e'), id: lin, entName: '木作' })
  server.rows.clear()
  server.asked.length = 0
  createFakeServer().answer(customerApi.list, ({ body }) => {
    server.asked.push(body)
    const wanted = body.customerIds ?? [...server.rows.keys()]
    const items = wanted.flatMap((it) => server.rows.get(it) ?? []).filter((it) => it.agentId === lin)
    return { items: items.toSorted((a, b) => (a.lastMessageAt < b.lastMessageAt ? 1 : -1)), nextCursor: null, total: 0 }
  })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a row that is known moves at once, without a question', async () => {
  put(customer('c', 1), customer('d', 2))
  const { cache, names } = await openList()

  onCustomerEvent(cache, event(customer('c', 3, { version: 2 })))

  expect(names()).toEqual(['c', 'd'])
  expect(server.asked).toHaveLength(1)
})

test('rows that are not known are asked for together', async () => {
  put(customer('c', 1))
  const { cache, names } = await openList()
  put(customer('d', 2), customer('e', 3))
  onCustomerEvent(cache, event(customer('d', 2)))
  onCustomerEvent(cache, event(customer('e', 3)))

  await vi.advanceTimersByTimeAsync(200)

  expect(names()).toEqual(['e', 'd', 'c'])
  expect(server.asked).toHaveLength(2)
  expect(server.asked[1]).toMatchObject({ customerIds: [id('d'), id('e')], scope: 1 })
})

test('rows of others are not asked for', async () => {
  put(customer('c', 1))
  const { cache, names } = await openList()

  onCustomerEvent(cache, event(customer('d', 2, { agentId: wei })))
  await vi.advanceTimersByTimeAsync(200)

  expect(names()).toEqual(['c'])
  expect(server.asked).toHaveLength(1)
})

test('a row that went to a colleague while the list was fetched is not in it', async () => {
  put(customer('c', 1), customer('d', 2))
  const { cache, names } = await openList()

  const fetching = cache.refetchQueries({ queryKey: customerKeys.lists })
  onCustomerEvent(cache, event(customer('d', 2, { agentId: wei, version: 2 }), 'redirect_cus'))
  await fetching

  expect(names()).toEqual(['c'])
})

test('a customer who came while the list was fetched is asked for', async () => {
  put(customer('c', 1))
  const { cache, names } = await openList()

  const fetching = cache.refetchQueries({ queryKey: customerKeys.lists })
  put(customer('d', 2))
  onCustomerEvent(cache, event(customer('d', 2)))
  await fetching
  await vi.advanceTimersByTimeAsync(200)

  expect(names()).toEqual(['d', 'c'])
})

test('an inactive list is refetched when it is shown', async () => {
  put(customer('c', 1))
  const { cache, leave } = await openList()
  leave()

  onCustomerEvent(cache, event(customer('c', 3, { version: 2 })))

  expect(cache.getQueryState(customerKeys.list(view))?.isInvalidated).toBe(true)
})

test('one’s own seat changes what is unread', async () => {
  put(customer('c', 1))
  const { cache } = await openList()
  const seat = { ...NO_SEAT, readSeq: 1, readInbound: 1, seatVersion: 1 }

  onCustomerEvent(cache, {
    type: 'cus_seat',
    customerId: id('c'),
    seat,
    at: '2026-03-16T08:00:00.000Z',
    operatorId: lin,
  })

  expect(cache.getQueryData<ListData>(customerKeys.list(view))?.list.items.at(0)).toMatchObject({ unread: 0 })
})

test('who looks at a customer is what was heard last', () => {
  const cache = new QueryClient()
  const viewers = { customerId: id<CustomerId>('c'), at: '2026-03-16T08:00:00.000Z', operatorId: wei }

  onCustomerEvent(cache, { type: 'cus_viewers', ...viewers, agentIds: [lin, wei], composingIds: [wei] })
  onCustomerEvent(cache, { type: 'cus_viewers', ...viewers, agentIds: [lin], composingIds: [] })

  expect(cache.getQueryData(customerKeys.viewers(id('c')))).toEqual({ agentIds: [lin], composingIds: [] })
})

test('a published AI reaches the open customer, whose switch can be moved then', async () => {
  const cache = new QueryClient()
  const asked = vi.fn(async () => ({}))
  const queryKey = customerKeys.detail(id('c'))
  const leave = new QueryObserver(cache, { queryKey, queryFn: asked }).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)

  onCustomerEvent(cache, { type: 'ai_agent_change', relationId: id('9'), at: '2026-03-16T08:00:00Z', operatorId: lin })
  await vi.advanceTimersByTimeAsync(1000)

  expect(asked).toHaveBeenCalledTimes(2)
  // Which values are masked, and the stages.
  onCustomerEvent(cache, { type: 'customer_setting_change', at: '2026-03-16T08:01:00Z', operatorId: lin })
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toHaveBeenCalledTimes(3)
  leave()
})

test('who loses the open customer asks at once whether they may still see them', async () => {
  const cache = new QueryClient()
  const asked = vi.fn(async () => ({}))
  const leave = new QueryObserver(cache, { queryKey: customerKeys.detail(id('c')), queryFn: asked }).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)

  onCustomerEvent(cache, event(customer('c', 1, { agentId: wei, version: 2 }), 'redirect_cus'))
  await vi.advanceTimersByTimeAsync(1000)

  expect(asked).toHaveBeenCalledTimes(2)
  leave()
})

test('an erased customer leaves the list, the open thread learns it, and nothing else stays cached', async () => {
  const erased = id<CustomerId>('c')
  put(customer('c', 1), customer('d', 2))
  const { cache, names } = await openList()
  const about = [
    customerKeys.detail(erased),
    ['thread-summary', erased],
    ['suggestion', erased, 1],
    ['message', 'search', { customerId: erased, keyword: '报价' }],
  ]
  for (const key of about) cache.setQueryData(key, customer('c', 1))
  cache.setQueryData(['thread-summary', id('d')], '问报价')

  onCustomerEvent(cache, {
    type: 'customer_erase',
    customerId: erased,
    at: '2026-07-08T01:00:00.000Z',
    operatorId: lin,
  })

  expect(names()).toEqual(['d'])
  expect(about.map((key) => cache.getQueryData(key))).toEqual(about.map(() => undefined))
  expect(cache.getQueryData(['thread-summary', id('d')])).toBe('问报价')
  expect(cache.getQueryData(customerKeys.erased(erased))).toBe(true)
})
