import type { CardRule, CardRuleId, MaterialId, ReceptionType, RelationId, TagId } from '@ruwu/contract'

/** The fields of a rule that the decision needs. */
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

/** A rule's sends: to this customer, the last of them, and to all customers today. */
export type CardRuleUse = { toCustomer: number; lastAt: Date | null; today: number }

export const NEVER_USED: CardRuleUse = { toCustomer: 0, lastAt: null, today: 0 }

/** The triggering event and the conversation's state. */
export type CardRuleSituation = {
  /** The customer's text; empty without a message. */
  text: string
  isFirstEnter: boolean
  isAd: boolean
  /** The message's round in the session; 0 without a message. */
  round: number
  silentMinutes: number
  /** Descriptions of AI 判断意图 that fit the text. */
  intents?: ReadonlySet<string>
  /** An agent chose the rule: 人工点击. */
  isClicked?: boolean
  /** The account the customer wrote to. */
  relationId: RelationId
  hasLead: boolean
  receptionType: ReceptionType
  tagIds: readonly TagId[]
  now: Date
  timeZone: string
  useOf(rule: CardRuleId): CardRuleUse
  isUsable(card: MaterialId): boolean
}
