import type { CustomerMessage, Feedback, MessageId } from '@ruwu/contract'
import type { Database } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import { NotFoundError, UserFacingError } from '../platform/http/errors.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { CustomerWriter } from '../customer/customer-writer.ts'
import { maskFor } from '../customer/customer.view.ts'
import { maskMessage } from '../customer/message.view.ts'
import { touchMessage } from '../customer/customer-message.repo.ts'
import { findMessage, saveFeedback, toMessage } from './thread.repo.ts'
import { findVisible, lockVisible } from '../customer/visibility.repo.ts'

type Verdict = {
  id: MessageId
  rating: Feedback['rating']
  reason?: Feedback['reason'] | undefined
  correctedText?: string | undefined
}

/** Agents' ratings of AI answers; the last rating of a message wins. */
export class ThreadFeedbackService {
  private readonly db: Database
  private readonly writer: CustomerWriter
  private readonly clock: Clock

  constructor(deps: { db: Database; writer: CustomerWriter; clock: Clock }) {
    this.db = deps.db
    this.writer = deps.writer
    this.clock = deps.clock
  }

  judge(caller: Caller, { id, rating, ...why }: Verdict): Promise<CustomerMessage> {
    const { entId, agentId } = caller
    // Reason and correction are stored with a bad rating only.
    const feedback: Feedback = {
      rating,
      reason: rating === 'bad' ? (why.reason ?? null) : null,
      correctedText: rating === 'bad' ? why.correctedText || null : null,
    }
    return this.db.transaction(async (tx) => {
      const now = this.clock.now()
      const found = await findMessage(tx.sql, { entId, id })
      // Authorisation: messages of customers outside the caller's scope look absent.
      if (!found || !(await findVisible(tx.sql, caller, found.customerId))) throw new NotFoundError('消息')
      if (found.senderKind !== 'ai') throw new UserFacingError('refused', '只能评价 AI 的回答')
      const change = await lockVisible(tx.sql, caller, found.customerId)
      const { rating: verdict, reason, correctedText } = feedback
      const row = { rating: verdict, reason, correctedText, agentId, at: now }
      await saveFeedback(tx.sql, { entId, messageId: id, ...row })
      await touchMessage(tx.sql, found, now)
      const updated = await findMessage(tx.sql, { entId, id })
      if (!updated) throw new NotFoundError('消息')
      const { chatId, status, isRead: read, isRecalled: recall } = updated
      change.events.push({
        type: 'message_change',
        messageId: id,
        chatId,
        status,
        read,
        recall,
        feedback,
        operatorId: agentId,
      })
      await this.writer.commit(tx, [change], now)
      return maskMessage(toMessage(updated), maskFor(caller))
    })
  }
}
