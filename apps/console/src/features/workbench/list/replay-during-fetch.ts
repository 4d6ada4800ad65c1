import type { CustomerId } from '@ruwu/contract'
import type { CustomerList, ListChange, ListContext } from '@ruwu/domain'

/** What an event, a guess or an answer does to any list. */
export type ListNews = (list: CustomerList, context: ListContext) => ListChange

const listeners = new Set<ListNews[]>()

/** Everybody whose answer is still on its way hears it. */
export function tellNews(news: ListNews) {
  for (const heard of listeners) heard.push(news)
}

/** Keeps what is told from now on, so that it can be applied to an answer that may not contain it. */
export function listenForNews() {
  const heard: ListNews[] = []
  listeners.add(heard)
  return {
    applyTo: (list: CustomerList, context: ListContext) => {
      const missing: CustomerId[] = []
      for (const news of heard) {
        const change = news(list, context)
        list = change.list
        missing.push(...change.missing)
      }
      return { list, missing }
    },
    stop: () => {
      listeners.delete(heard)
    },
  }
}
