import type { Customer, CustomerId, CustomerItem, Seat } from '@ruwu/contract'
import { compareItems } from '../compare-items.ts'
import { NO_SEAT, toItem } from '../customer-item.ts'
import type { ListContext } from '../customer-list.ts'
import { fitsFilter } from '../fits-filter.ts'
import { aCustomer, customerId } from './a-customer.ts'

export type ModelEvent = { customer: Customer } | { customerId: CustomerId; seat: Seat }

/** Reference model of the server: customers, one agent's seats, and an event log. */
export class ModelServer {
  readonly log: ModelEvent[] = []
  private readonly customers = new Map<CustomerId, Customer>()
  private readonly seats = new Map<CustomerId, Seat>()

  constructor(customers: number) {
    for (let no = 1; no <= customers; no += 1) this.customers.set(customerId(no), aCustomer(no))
  }

  change(id: CustomerId, to: (customer: Customer) => Partial<Customer>): void {
    const before = this.customers.get(id) as Customer
    const customer = { ...before, ...to(before), version: before.version + 1 }
    this.customers.set(id, customer)
    this.log.push({ customer })
  }

  sit(id: CustomerId, to: (customer: Customer) => Partial<Seat>): void {
    const before = this.seats.get(id) ?? NO_SEAT
    const seat = { ...before, ...to(this.customers.get(id) as Customer), seatVersion: before.seatVersion + 1 }
    this.seats.set(id, seat)
    this.log.push({ customerId: id, seat })
  }

  /** All matching rows, in order. */
  all({ filter, sort, me }: ListContext): CustomerItem[] {
    return [...this.customers.values()]
      .map((customer) => toItem(customer, this.seats.get(customer.customerId) ?? NO_SEAT))
      .filter((item) => fitsFilter(item, filter, me))
      .toSorted(compareItems(sort, me.agentId))
  }

  /** Rows after the cursor: the previous page's last row as it was. */
  page(context: ListContext, after: CustomerItem | undefined, limit: number) {
    const compare = compareItems(context.sort, context.me.agentId)
    const rest = this.all(context).filter((item) => !after || compare(item, after) > 0)
    const items = rest.slice(0, limit)
    return { items, nextCursor: rest.length > limit ? 'more' : null }
  }

  rows(context: ListContext, ids: readonly CustomerId[]): CustomerItem[] {
    return this.all(context).filter((item) => ids.includes(item.customerId))
  }
}
