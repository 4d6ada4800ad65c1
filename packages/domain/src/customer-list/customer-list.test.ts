import { expect, test } from 'vitest'
import {
  findItem,
  emptyList,
  OFF_LIST_MAX,
  type ListContext,
  withAccountOff,
  withCustomer,
  withOptimisticChange,
  withItems,
  withNextPage,
  withoutCustomer,
  withSeat,
} from './customer-list.ts'
import { DEFAULT_CUSTOMER_FILTER } from './fits-filter.ts'
import { seatOf } from './customer-item.ts'
import { aCustomer, anItem, customerId, LIN, minute, relationId, WEI } from './testing/a-customer.ts'

const mine: ListContext = { filter: DEFAULT_CUSTOMER_FILTER, sort: 'latest', me: { agentId: LIN } }
const lins = (no: number, known = {}) => anItem(no, { agentId: LIN, ...known })
const names = ({ items }: { items: Iterable<{ name: string }> }) => Array.from(items, ({ name }) => name).join(' ')

/** 客户 9, 8 and 7, and there are more. */
const page = { items: [lins(9), lins(8), lins(7)], nextCursor: 'more' }
const { list: loaded } = withNextPage(emptyList(), page, mine)

test('a message moves the customer up', () => {
  const said = aCustomer(7, { agentId: LIN, lastMessageAt: minute(20), inboundCount: 2, version: 2 })

  const { list, missing } = withCustomer(loaded, said, mine)

  expect(names(list)).toBe('客户7 客户9 客户8')
  expect(list.items.at(0)).toMatchObject({ unread: 2, version: 2 })
  expect(missing).toEqual([])
})

test('what came twice or late changes nothing', () => {
  const { list } = withCustomer(loaded, aCustomer(8, { agentId: LIN, name: '改名', version: 3 }), mine)

  expect(withCustomer(list, aCustomer(8, { agentId: LIN, version: 2 }), mine).list).toBe(list)
  expect(withCustomer(list, aCustomer(8, { agentId: WEI, version: 3 }), mine).list).toBe(list)
  expect(withSeat(list, { customerId: customerId(8), seat: seatOf(lins(8)) }, mine).list).toBe(list)
})

test('who no longer fits leaves, and comes back without being asked for', () => {
  const gone = withCustomer(loaded, aCustomer(8, { agentId: WEI, version: 2 }), mine)
  const back = withCustomer(gone.list, aCustomer(8, { agentId: LIN, version: 3 }), mine)

  expect(names(gone.list)).toBe('客户9 客户7')
  expect(gone.left).toEqual([anItem(8, { agentId: WEI, version: 2 })])
  expect(names(back.list)).toBe('客户9 客户8 客户7')
  expect(back.missing).toEqual([])
})

test('an unknown customer is asked for only when they may belong here', () => {
  expect(withCustomer(loaded, aCustomer(10, { agentId: LIN }), mine).missing).toEqual([customerId(10)])
  expect(withCustomer(loaded, aCustomer(10, { agentId: WEI }), mine).missing).toEqual([])
  expect(withSeat(loaded, { customerId: customerId(10), seat: seatOf(lins(10)) }, mine).missing).toEqual([
    customerId(10),
  ])
})

test('an answer older than what was heard meanwhile does not bring the customer back', () => {
  const asked = withCustomer(loaded, aCustomer(10, { agentId: LIN, version: 1 }), mine)
  const taken = withCustomer(asked.list, aCustomer(10, { agentId: WEI, version: 2 }), mine)

  const { list } = withItems(taken.list, [lins(10)], mine)

  expect(names(list)).toBe('客户9 客户8 客户7')
})

test('a row beyond what is loaded waits for its page', () => {
  const { list } = withItems(loaded, [lins(5)], mine)
  const longer = withNextPage(list, { items: [lins(6), lins(4)], nextCursor: null }, mine)

  expect(names(list)).toBe('客户9 客户8 客户7')
  expect(names(longer.list)).toBe('客户9 客户8 客户7 客户6 客户5 客户4')
})

test('the loaded part keeps its end when its last row has gone', () => {
  const gone = withCustomer(loaded, aCustomer(7, { agentId: WEI, version: 2 }), mine)
  const between = lins(20, { lastMessageAt: minute(7) })

  expect(names(withItems(gone.list, [between], mine).list)).toBe('客户9 客户8 客户20')
})

test('a pinned row goes to the top', () => {
  const seat = { ...seatOf(lins(7)), sticky: true, seatVersion: 2 }

  expect(names(withSeat(loaded, { customerId: customerId(7), seat }, mine).list)).toBe('客户7 客户9 客户8')
})

test('a guess shows at once, can be taken back, and yields to what the server says', () => {
  const guessed = withOptimisticChange(loaded, customerId(8), (item) => ({ ...item, archive: true }), mine)
  const undone = withOptimisticChange(guessed.list, customerId(8), (item) => ({ ...item, archive: false }), mine)
  const told = withCustomer(guessed.list, aCustomer(8, { agentId: LIN, name: '客户八', version: 2 }), mine)

  expect(names(guessed.list)).toBe('客户9 客户7')
  expect(names(undone.list)).toBe('客户9 客户8 客户7')
  expect(names(told.list)).toBe('客户9 客户八 客户7')
  expect(withOptimisticChange(loaded, customerId(1), (item) => ({ ...item, archive: true }), mine).list).toBe(loaded)
})

// R39
test('an account switched off takes the AI from its own customers only', () => {
  const hosted = { enableAi: true, receptionType: 'ai_agent', aiOffReason: null }
  const items = [lins(9, hosted), lins(8, { ...hosted, subSourceId: relationId(2) }), lins(7)]
  const { list } = withNextPage(emptyList(), { items, nextCursor: null }, mine)

  const off = [...withAccountOff(list, relationId(1), mine).list.items]

  expect(off.map(({ enableAi, receptionType, aiOffReason }) => [enableAi, receptionType, aiOffReason])).toEqual([
    [false, 'manual', 'channel_off'],
    [true, 'ai_agent', null],
    [false, 'manual', 'schedule'],
  ])
})

test('an erased customer leaves, is not asked for and not known any more', () => {
  const { list, missing, left } = withoutCustomer(loaded, customerId(8), mine)

  expect(names(list)).toBe('客户9 客户7')
  expect([missing, left]).toEqual([[], []])
  expect(findItem(list, customerId(8))).toBeUndefined()
  expect(names(withoutCustomer(list, customerId(1), mine).list)).toBe('客户9 客户7')
})

test('what is known can be found, shown or not', () => {
  const gone = withCustomer(loaded, aCustomer(8, { agentId: WEI, version: 2 }), mine)

  expect(findItem(gone.list, customerId(9))?.name).toBe('客户9')
  expect(findItem(gone.list, customerId(8))).toMatchObject({ agentId: WEI, version: 2 })
  expect(findItem(gone.list, customerId(1))).toBeUndefined()
})

test('what was only heard of does not grow for ever', () => {
  let list = loaded
  for (let no = 100; no < 102 + OFF_LIST_MAX; no += 1) ({ list } = withCustomer(list, aCustomer(no), mine))

  expect(list.offList.size).toBe(OFF_LIST_MAX)
  expect(list.offList.has(customerId(101))).toBe(false)
  expect(list.offList.has(customerId(102))).toBe(true)
})
