import type { CustomerId } from '@ruwu/contract'
import type { CardTab } from './card/card-tab.ts'

type Listener = (customerId: CustomerId, tab: CardTab) => void

const listeners = new Set<Listener>()

/** Opens the card dialog of the open customer, e.g. from 发送留资卡 in the thread. */
export function openCards(customerId: CustomerId, tab: CardTab) {
  for (const listener of listeners) listener(customerId, tab)
}

export function onCardsWanted(listener: Listener) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
