import { ConsoleEvent, customerApi, type CustomerFilter, type CustomerId } from '@ruwu/contract'
import {
  type CustomerList,
  DEFAULT_CUSTOMER_FILTER,
  emptyList,
  type ListChange,
  withCustomer,
  withItems,
  withNextPage,
  withoutCustomer,
  withSeat,
} from '@ruwu/domain'
import { expect } from 'vitest'
import type { Person } from './person.ts'

/** One agent's list on an open screen without a browser: the first page, changed by the events the screen receives. */
export async function openList(person: Person, asked: Partial<CustomerFilter> = {}) {
  const filter: CustomerFilter = { ...DEFAULT_CUSTOMER_FILTER, ...asked }
  const context = { filter, sort: 'latest' as const, me: { agentId: person.id } }
  const socket = await person.connect()
  await socket.next((frame) => frame.type === 'nop')
  const fetchPage = (customerIds?: CustomerId[]) =>
    person.call(customerApi.list, { body: { ...filter, ...(customerIds ? { customerIds } : {}) } })
  let list: CustomerList = withNextPage(emptyList(), await fetchPage(), context).list

  const take = async (change: ListChange): Promise<void> => {
    list = change.list
    if (change.missing.length > 0) await take(withItems(list, (await fetchPage(change.missing)).items, context))
  }

  const settle = async () => {
    await socket.roundTrip()
    for (const frame of socket.take('message')) {
      const event = ConsoleEvent.parse({ type: frame.content.type, ...(JSON.parse(frame.content.text) as object) })
      if ('customer' in event) await take(withCustomer(list, event.customer, context))
      if (event.type === 'customer_erase') list = withoutCustomer(list, event.customerId, context).list
      if (event.type === 'cus_seat') await take(withSeat(list, event, context))
    }
    return Array.from(list.items, (item) => item.customerId)
  }

  return {
    settle,
    /** What is shown equals what a fresh fetch brings. */
    async agrees(): Promise<void> {
      await settle()
      expect([...list.items]).toEqual((await fetchPage()).items)
    },
  }
}
