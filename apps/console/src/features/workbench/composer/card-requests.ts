import type { CustomerId, CardType } from '@ruwu/contract'

export const CARD_TABS = ['contact', 'lead_form', 'other'] as const
export type CardTab = (typeof CARD_TABS)[number]

export const cardTabOf = (type: CardType): CardTab => (type === 'contact' || type === 'lead_form' ? type : 'other')

type Listener = (customerId: CustomerId, tab: CardTab) => void

const listeners = new Set<Listener>()

/** Opens the card dialog of the open customer, e.g. from 发送留资卡 in the thread. */
export function openCards(customerId: CustomerId, tab: CardTab) {
  for (const listener of listeners) listener(customerId, tab)
}

export function onOpenCards(listener: Listener) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
