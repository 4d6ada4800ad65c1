import type { CustomerId } from '@ruwu/contract'
import type { CustomerList, ListChange, ListContext } from '@ruwu/domain'

/** The effect of an event, an optimistic change or a response on any list. */
export type ListUpdate = (list: CustomerList, context: ListContext) => ListChange

const listeners = new Set<ListUpdate[]>()

/** Records the change for every request in flight. */
export function recordUpdate(news: ListUpdate) {
  for (const received of listeners) received.push(news)
}

/** Records changes from now on, to be replayed on a response that may not contain them. */
export function startRecording() {
  const received: ListUpdate[] = []
  listeners.add(received)
  return {
    applyTo: (list: CustomerList, context: ListContext) => {
      const missing: CustomerId[] = []
      for (const news of received) {
        const change = news(list, context)
        list = change.list
        missing.push(...change.missing)
      }
      return { list, missing }
    },
    stop: () => {
      listeners.delete(received)
    },
  }
}
