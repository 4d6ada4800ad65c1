import type { CustomerId } from '@ruwu/contract'
import type { Outgoing } from './outgoing.ts'

type Name = Pick<Outgoing, 'customerId' | 'chatId'>

/** Pending messages per customer, in order; every change is persisted at once. */
export function createLanes(save: (all: readonly Outgoing[]) => void) {
  const lanes = new Map<CustomerId, readonly Outgoing[]>()
  const of = (customerId: CustomerId) => lanes.get(customerId) ?? []

  function set(customerId: CustomerId, lane: readonly Outgoing[]) {
    if (lane.length > 0) lanes.set(customerId, lane)
    else lanes.delete(customerId)
    save([...lanes.values()].flat())
  }

  return {
    of,
    customers: () => [...lanes.keys()],
    find: ({ customerId, chatId }: Name) => of(customerId).find((it) => it.chatId === chatId),
    put: (message: Outgoing) => set(message.customerId, [...of(message.customerId), message]),
    change: ({ customerId, chatId }: Name, part: Partial<Outgoing>) =>
      set(
        customerId,
        of(customerId).map((it) => (it.chatId === chatId ? { ...it, ...part } : it)),
      ),
    remove: ({ customerId, chatId }: Name) =>
      set(
        customerId,
        of(customerId).filter((it) => it.chatId !== chatId),
      ),
  }
}
