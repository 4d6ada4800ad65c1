import type { Customer, CustomerItem, Seat } from '@ruwu/contract'

/** Default seat: the agent has no state for the customer. */
export const NO_SEAT: Seat = {
  readSeq: 0,
  readInbound: 0,
  markedUnread: false,
  sticky: false,
  isStar: false,
  seatVersion: 0,
}

export function unreadOf(inboundCount: number, seat: Pick<Seat, 'readInbound' | 'markedUnread'>): number {
  return Math.max(inboundCount - seat.readInbound, seat.markedUnread ? 1 : 0, 0)
}

export const toItem = (customer: Customer, seat: Seat): CustomerItem => ({
  ...customer,
  ...seatOf(seat),
  unread: unreadOf(customer.inboundCount, seat),
})

export const seatOf = ({ readSeq, readInbound, markedUnread, sticky, isStar, seatVersion }: Seat): Seat => ({
  readSeq,
  readInbound,
  markedUnread,
  sticky,
  isStar,
  seatVersion,
})

/** Applies a row with a higher version; stale and duplicate rows leave the item unchanged. */
export function withNewerCustomer<Item extends CustomerItem>(item: Item, customer: Customer): Item {
  if (customer.version <= item.version) return item
  return { ...item, ...customer, ...seatOf(item), unread: unreadOf(customer.inboundCount, item) }
}

/** Applies a seat with a higher version; stale and duplicate seats leave the item unchanged. */
export function withNewerSeat<Item extends CustomerItem>(item: Item, seat: Seat): Item {
  if (seat.seatVersion <= item.seatVersion) return item
  return { ...item, ...seatOf(seat), unread: unreadOf(item.inboundCount, seat) }
}
