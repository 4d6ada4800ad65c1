import type { CardRuleId, CustomerId, EntId, MaterialId, MessageId, ReceptionType } from '@ruwu/contract'
import type { Transaction } from '../../db/database.ts'
import type { HeldMessage } from '../../outbound/index.ts'

/** A message of a card rule; a card is given by our own id. */
export type FlowMessage = {
  entId: EntId
  customerId: CustomerId
  kind: 'card_rule' | 'silence_card'
  /** As people read it where the message was held back. */
  name: string
  content: { type: 'text'; text: string } | { type: 'link'; extra: { cardId: MaterialId } }
  cardRuleId: CardRuleId
  /** Set on the card itself; null on the texts around it. */
  materialId: MaterialId | null
  /** Guard: the customer's reception when the rule was decided. */
  expected: { receptionType: ReceptionType; receptionEpoch: number }
  delayMs: number
}

type FlowSent = { messageId: MessageId } | { blocked: string }

/** Guarded sender for automatic messages. */
export interface FlowSender {
  /** In the caller's transaction, which has the customer locked: message and log are stored atomically. */
  send(tx: Transaction, message: FlowMessage): Promise<FlowSent>
  /** For a refused message whose transaction was rolled back. */
  report(tx: Transaction, held: HeldMessage): Promise<void>
}
