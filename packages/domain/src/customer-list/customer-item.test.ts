import { expect, test } from 'vitest'
import { NO_SEAT, toItem, unreadOf, withNewerCustomer, withNewerSeat } from './customer-item.ts'
import { aCustomer, anItem } from './testing/a-customer.ts'

test.each([
  [0, 0, false, 0],
  [5, 3, false, 2],
  [5, 5, false, 0],
  [5, 5, true, 1],
  [5, 3, true, 2],
  [3, 5, false, 0],
])('of %i messages %i were read, put back by hand %s: %i are unread', (inbound, readInbound, markedUnread, unread) => {
  expect(unreadOf(inbound, { readInbound, markedUnread })).toBe(unread)
})

test('an item is the row, the seat and what follows from both', () => {
  const seat = { ...NO_SEAT, readInbound: 2, sticky: true, seatVersion: 3 }

  expect(toItem(aCustomer(1, { inboundCount: 7 }), seat)).toEqual({
    ...aCustomer(1, { inboundCount: 7 }),
    ...seat,
    unread: 5,
  })
})

test('a newer row replaces the row and leaves the seat and whatever else is known alone', () => {
  const detail = { ...anItem(1, { version: 4, readInbound: 1, sticky: true }), city: '杭州' }

  const changed = withNewerCustomer(detail, aCustomer(1, { version: 5, name: '新名', inboundCount: 4 }))

  expect(changed).toMatchObject({ name: '新名', version: 5, sticky: true, readInbound: 1, unread: 3, city: '杭州' })
  expect(withNewerCustomer(detail, aCustomer(1, { version: 4, name: '旧名' }))).toBe(detail)
})

test('a newer seat replaces the seat and leaves the row alone', () => {
  const item = anItem(1, { version: 4, inboundCount: 4, seatVersion: 2 })

  expect(withNewerSeat(item, { ...NO_SEAT, readInbound: 4, seatVersion: 3 })).toMatchObject({ version: 4, unread: 0 })
  expect(withNewerSeat(item, { ...NO_SEAT, readInbound: 4, seatVersion: 2 })).toBe(item)
})
