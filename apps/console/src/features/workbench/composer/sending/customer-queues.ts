import type { CustomerId } from '@ruwu/contract'
import type { Outgoing } from './outgoing.ts'

type Name = Pick<Outgoing, 'customerId' | 'chatId'>

/** Pending messages per customer, in order; every change is persisted at once. */
export function createCustomerQueues(save: (all: readonly Outgoing[]) => void) {
  const queues = new Map<CustomerId, readonly Outgoing[]>()
  const forCustomer = (customerId: CustomerId) => queues.get(customerId) ?? []

  function set(customerId: CustomerId, queue: readonly Outgoing[]) {
    if (queue.length > 0) queues.set(customerId, queue)
    else queues.delete(customerId)
    save([...queues.values()].flat())
  }

  return {
    forCustomer,
    customers: () => [...queues.keys()],
    find: ({ customerId, chatId }: Name) => forCustomer(customerId).find((it) => it.chatId === chatId),
    put: (message: Outgoing) => set(message.customerId, [...forCustomer(message.customerId), message]),
    change: ({ customerId, chatId }: Name, part: Partial<Outgoing>) =>
      set(
        customerId,
        forCustomer(customerId).map((it) => (it.chatId === chatId ? { ...it, ...part } : it)),
      ),
    remove: ({ customerId, chatId }: Name) =>
      set(
        customerId,
        forCustomer(customerId).filter((it) => it.chatId !== chatId),
      ),
  }
}
