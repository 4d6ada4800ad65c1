import type { CardType, LeadField } from '@ruwu/contract'

export const CARD_TYPE_LABELS: Record<CardType, string> = {
  contact: '名片',
  lead_form: '留资卡',
  landing_page: '落地页',
  note: '笔记',
  goods: '商品卡',
  service: '服务卡',
  mini_program: '小程序卡片',
}

export const LEAD_FIELD_LABELS: Record<LeadField, string> = { name: '姓名', phone: '手机号', city: '城市' }

/** Progress of a customer with a sent card, in order. */
export const CARD_STATES = ['sent', 'clicked', 'copied', 'submitted'] as const
export type CardState = (typeof CARD_STATES)[number]

/** Platform state names mapped to ours. */
const WORDS = new Map<string, CardState>([
  ...CARD_STATES.map((state) => [state, state] as const),
  ['blank', 'sent'],
  ['filled', 'submitted'],
])

export const cardStateOf = (word: string | undefined): CardState | undefined => WORDS.get(word ?? '')

const STEPS: Record<CardState, number> = { sent: 0, clicked: 1, copied: 2, submitted: 2 }

/** Whether `to` is later than the card's state; states never go back. */
export const isFurther = (to: CardState, before: string | undefined): boolean =>
  STEPS[to] > STEPS[cardStateOf(before) ?? 'sent']
