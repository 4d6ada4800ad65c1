import type { CardRule, CardRuleId, MaterialId, ReceptionType, RelationId } from '@ruwu/contract'

/** A rule as far as deciding needs it. */
export type DecidableRule = Pick<
  CardRule,
  | 'id'
  | 'trigger'
  | 'conditions'
  | 'materialIds'
  | 'maxPerCustomer'
  | 'intervalHours'
  | 'skipWithLead'
  | 'dailyMax'
  | 'continue'
  | 'enabled'
  | 'sent'
>

/** How often a rule has sent: to this customer and when last, and to everybody today. */
export type CardRuleUse = { toCustomer: number; lastAt: Date | null; today: number }

export const NEVER_USED: CardRuleUse = { toCustomer: 0, lastAt: null, today: 0 }

/** What has just happened in a conversation, and what is known of it. */
export type CardRuleSituation = {
  /** What the customer said; empty where nothing was said. */
  text: string
  isFirstEnter: boolean
  isAd: boolean
  /** Which round of the session the message belongs to; 0 where nothing was said. */
  round: number
  silentMinutes: number
  /** The account the customer wrote to. */
  relationId: RelationId
  hasLead: boolean
  receptionType: ReceptionType
  now: Date
  timeZone: string
  useOf(rule: CardRuleId): CardRuleUse
  isUsable(card: MaterialId): boolean
}
