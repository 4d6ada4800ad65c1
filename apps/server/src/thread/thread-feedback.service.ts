import type { CustomerMessage, Feedback, MessageId } from '@ruwu/contract'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { customerMessage, messageFeedback } from '../db/schema/index.ts'
import type { Clock } from '../platform/clock.ts'
import { NotFoundError, UserFacingError } from '../platform/http/errors.ts'
import type { Caller } from '../features/auth/index.ts'
import type { Desk } from '../customer/customer-writer.ts'
import { maskMessage } from '../customer/message.view.ts'
import { isMessage } from '../outbound/delivery-status.repo.ts'
import { selectMessages, toMessage } from './thread.repo.ts'
import { findVisible, lockVisible } from '../customer/visibility.repo.ts'

type Verdict = {
  id: MessageId
  rating: Feedback['rating']
  reason?: Feedback['reason'] | undefined
  correctedText?: string | undefined
}

/** What agents think of the AI's answers; the last word holds. */
export class ThreadFeedbackService {
  private readonly db: Database
  private readonly desk: Desk
  private readonly clock: Clock

  constructor(deps: { db: Database; desk: Desk; clock: Clock }) {
    this.db = deps.db
    this.desk = deps.desk
    this.clock = deps.clock
  }

  judge(caller: Caller, { id, rating, ...why }: Verdict): Promise<CustomerMessage> {
    const { entId, agentId } = caller
    // A reason belongs to a bad answer.
    const feedback: Feedback = {
      rating,
      reason: rating === 'bad' ? (why.reason ?? null) : null,
      correctedText: rating === 'bad' ? why.correctedText || null : null,
    }
    return this.db.transaction(async (tx) => {
      const now = this.clock.now()
      const [found] = await selectMessages(tx.sql).where(
        and(eq(customerMessage.entId, entId), eq(customerMessage.id, id)),
      )
      // A message of a customer one may not see looks absent itself.
      if (!found || !(await findVisible(tx.sql, caller, found.customerId))) throw new NotFoundError('消息')
      if (found.senderKind !== 'ai') throw new UserFacingError('refused', '只能评价 AI 的回答')
      const of = await lockVisible(tx.sql, caller, found.customerId)
      const { rating: verdict, reason, correctedText } = feedback
      const row = { rating: verdict, reason, correctedText, agentId, at: now }
      await tx.sql
        .insert(messageFeedback)
        .values({ entId, messageId: id, ...row })
        .onConflictDoUpdate({ target: [messageFeedback.entId, messageFeedback.messageId], set: row })
      await tx.sql.update(customerMessage).set({ updatedAt: now }).where(isMessage(found))
      const [said] = await selectMessages(tx.sql).where(isMessage(found))
      if (!said) throw new NotFoundError('消息')
      const { chatId, status, isRead: read, isRecalled: recall } = said
      of.events.push({
        type: 'message_change',
        messageId: id,
        chatId,
        status,
        read,
        recall,
        feedback,
        operatorId: agentId,
      })
      await this.desk.save(tx, [of], now)
      return caller.permissions.has('customer:viewSensitive') ? toMessage(said) : maskMessage(toMessage(said))
    })
  }
}
