import type { Content } from '@ruwu/contract'
import type { Transaction } from '../../db/database.ts'
import type { AutomaticSender, CustomerKey, Expected, GuardedMessage, GuardedResult } from '../customer/index.ts'

type Words = CustomerKey & { senderKind: 'ai' | 'flow'; text: string; expected: Expected; name: string }

type Plain = Omit<GuardedMessage, 'delayMs' | 'meta'> & Partial<Pick<GuardedMessage, 'meta'>>

/** Says things by itself, under the guard. */
export class Speaker {
  private readonly automatic: AutomaticSender

  constructor(automatic: AutomaticSender) {
    this.automatic = automatic
  }

  /** Words that many were told already are said once more by the customer's name; so nobody gets what everybody gets. */
  async say(tx: Transaction, { name, text, ...message }: Words): Promise<GuardedResult> {
    const first = await this.send(tx, { ...message, content: { type: 'text', text } })
    if ('messageId' in first || first.why !== 'reword') return first
    const again: Content = { type: 'text', text: name === '' ? text : `${name}，${text}` }
    return this.send(tx, { ...message, content: again, isRegenerated: true })
  }

  /** A card never counts as an answer. */
  sendCard(
    tx: Transaction,
    { materialId, ...message }: CustomerKey & { materialId: string; expected: Expected },
  ): Promise<GuardedResult> {
    const content: Content = { type: 'link', extra: { cardId: materialId } }
    return this.send(tx, { ...message, senderKind: 'flow', content, meta: { materialId } })
  }

  private send(tx: Transaction, message: Plain): Promise<GuardedResult> {
    return this.automatic.send(tx, { delayMs: 0, meta: {}, ...message })
  }
}
