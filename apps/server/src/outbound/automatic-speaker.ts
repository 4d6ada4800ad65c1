import type { Content } from '@ruwu/contract'
import type { Transaction } from '../db/database.ts'
import { otherWordings, type TextPosition } from '../engine/index.ts'
import type { CustomerKey } from '../customer/customer-change.repo.ts'
import type { AutomaticSender } from './automatic-sender.ts'
import type { Expected, GuardedMessage, GuardedResult } from './insert-guarded.ts'

type Words = CustomerKey & {
  senderKind: 'ai' | 'flow'
  text: string
  place: TextPosition
  expected: Expected
  name: string
}

type Plain = Omit<GuardedMessage, 'delayMs' | 'meta'> & Partial<Pick<GuardedMessage, 'meta'>>

/** Says things by itself, under the guard. */
export class Speaker {
  private readonly automatic: AutomaticSender

  constructor(automatic: AutomaticSender) {
    this.automatic = automatic
  }

  /** What many were told already is worded otherwise; so nobody gets what everybody gets. */
  async say(tx: Transaction, { name, text, place, ...message }: Words): Promise<GuardedResult> {
    const { customerId } = message
    let result = await this.send(tx, { ...message, content: { type: 'text', text } })
    if (!isToReword(result)) return result
    const others = otherWordings(text, { name, customerId, position: place })
    for (const [no, other] of others.entries()) {
      // Only of the last there is no other any more.
      const isRegenerated = no === others.length - 1
      result = await this.send(tx, { ...message, content: { type: 'text', text: other }, isRegenerated })
      if (!isToReword(result)) break
    }
    return result
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

const isToReword = (result: GuardedResult) => 'why' in result && result.why === 'reword'
