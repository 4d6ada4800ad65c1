import type { CustomerId, CardType } from '@ruwu/contract'
import { createEvent } from '@ruwu/ui/store.ts'

export const CARD_TABS = ['contact', 'lead_form', 'other'] as const
export type CardTab = (typeof CARD_TABS)[number]

export const cardTabOf = (type: CardType): CardTab => (type === 'contact' || type === 'lead_form' ? type : 'other')

const cardRequest = createEvent<[customerId: CustomerId, tab: CardTab]>()

/** Opens the card dialog of the open customer, e.g. from 发送留资卡 in the thread. */
export const openCards = (customerId: CustomerId, tab: CardTab) => void cardRequest.emit(customerId, tab)

export const onOpenCards = cardRequest.on
