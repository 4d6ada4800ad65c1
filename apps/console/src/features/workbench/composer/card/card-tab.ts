import type { CardType } from '@ruwu/contract'

export const CARD_TABS = ['contact', 'lead_form', 'other'] as const
export type CardTab = (typeof CARD_TABS)[number]

export const cardTabOf = (type: CardType): CardTab => (type === 'contact' || type === 'lead_form' ? type : 'other')
