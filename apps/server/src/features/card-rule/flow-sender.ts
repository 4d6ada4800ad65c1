import type { CardRuleId, CustomerId, EntId, MaterialId, MessageId, ReceptionType } from '@ruwu/contract'
import type { Transaction } from '../../db/database.ts'

/** Something an automatic sender says. A card is named by our id of it. */
export type FlowMessage = {
  entId: EntId
  customerId: CustomerId
  content: { type: 'text'; text: string } | { type: 'link'; extra: { cardId: MaterialId } }
  cardRuleId: CardRuleId
  /** Of the card itself; null on the texts around it. */
  materialId: MaterialId | null
  /** Who received the customer when it was decided. */
  expected: { receptionType: ReceptionType; receptionEpoch: number }
  delayMs: number
}

export type FlowSent = { messageId: MessageId } | { blocked: string }

/** The guarded way out for automatic senders. */
export interface FlowSender {
  /** In the caller's transaction, which holds the customer's row: a message and the reason for it are stored as one. */
  send(tx: Transaction, message: FlowMessage): Promise<FlowSent>
}
