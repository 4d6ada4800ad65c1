import type { Content } from '@ruwu/contract'
import type { Transaction } from '../db/database.ts'
import type { CustomerKey } from '../customer/customer-change.repo.ts'
import type { AutomaticSender } from './automatic-sender.ts'
import type { Expected, GuardedMessage, GuardedResult } from './insert-guarded.ts'
import { otherWordings, type TextPosition } from './reword.ts'

type AutomaticText = CustomerKey & {
  senderKind: 'ai' | 'flow'
  text: string
  place: TextPosition
  expected: Expected
  name: string
}

type Plain = Omit<GuardedMessage, 'delayMs' | 'meta'> & Partial<Pick<GuardedMessage, 'meta'>>

/** Sends automatic messages under the guard, reworded where the same text went to too many customers. */
export class RewordingSender {
  private readonly automatic: AutomaticSender

  constructor(automatic: AutomaticSender) {
    this.automatic = automatic
  }

  /** Tries other wordings while the guard refuses a text as a mass message. */
  async sendText(tx: Transaction, { name, text, place, ...message }: AutomaticText): Promise<GuardedResult> {
    const { customerId } = message
    let result = await this.send(tx, { ...message, content: { type: 'text', text } })
    if (!isToReword(result)) return result
    const others = otherWordings(text, { name, customerId, position: place })
    for (const [no, other] of others.entries()) {
      // The last wording: the guard may not ask for another one.
      const isRegenerated = no === others.length - 1
      result = await this.send(tx, { ...message, content: { type: 'text', text: other }, isRegenerated })
      if (!isToReword(result)) break
    }
    return result
  }

  /** A card is sent as `flow`: it does not answer a turn. */
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

const isToReword = (result: GuardedResult) => 'why' in result && result.why === 'reword'
