import type { MessageId } from '@ruwu/contract'
import { DEFAULT_AI_DRAFT, FAILED_MESSAGES_MAX } from '@ruwu/domain'
import type { CustomerChange } from '../../customer/customer-change.ts'
import type { CustomerWriter } from '../../customer/customer-writer.ts'
import type { AutomaticSender, FindSendingAccount } from '../../outbound/index.ts'
import type { Transaction } from '../../db/database.ts'
import { findHostingAi } from '../ai-agent/index.ts'
import { chargeAnswer, refundAnswer } from '../points/index.ts'
import { handOver } from './handoff.ts'
import { incrementFailures, resetFailures } from './memory.repo.ts'
import { addRunPoints, listRunsByMessage, lowerRunPoints, type RunRow } from './run.repo.ts'
import { findCustomer } from './situation.repo.ts'
import { readSummary } from './situation.ts'

type DeliveryDeps = { writer: CustomerWriter; automatic: AutomaticSender; findAccount: FindSendingAccount }

/** Handles delivery results of AI messages: charges or refunds points, and hands over after repeated failures. */
export class AnswerDeliveryResults {
  private readonly deps: DeliveryDeps

  constructor(deps: DeliveryDeps) {
    this.deps = deps
  }

  /** Runs in the transaction that stores the delivery status. Lock order: customers before the point account. */
  async apply(tx: Transaction, changes: readonly CustomerChange[], now: Date): Promise<void> {
    for (const change of changes) if (change.deliveries.length > 0) await this.applyOne(tx, change, now)
  }

  private async applyOne(tx: Transaction, change: CustomerChange, now: Date): Promise<void> {
    const { entId } = change.customer
    const isSentById = new Map(change.deliveries.map(({ messageId, isSent }) => [messageId, isSent]))
    for (const { messageId, index, run } of await listRunsByMessage(tx.sql, entId, [...isSentById.keys()])) {
      if (!isSentById.get(messageId)) await this.onFailed(tx, run, messageId, now)
      else await this.onDelivered(tx, run, { messageId, isFirst: index === 0 }, now)
    }
  }

  /** Only the first part of an answer is charged. */
  private async onDelivered(
    tx: Transaction,
    run: RunRow,
    { messageId, isFirst }: { messageId: MessageId; isFirst: boolean },
    now: Date,
  ): Promise<void> {
    const { entId, customerId, relationId, sessionId, hasImage } = run
    await resetFailures(tx.sql, { entId, customerId })
    if (!isFirst) return
    const charged = { entId, customerId, relationId, sessionId, hasImage, messageId }
    await addRunPoints(tx.sql, run, await chargeAnswer(tx, charged, now))
  }

  private async onFailed(tx: Transaction, run: RunRow, messageId: MessageId, now: Date): Promise<void> {
    const { entId, customerId } = run
    const refunded = await refundAnswer(tx, { entId, messageId }, now)
    if (refunded > 0) await lowerRunPoints(tx.sql, entId, messageId, refunded)
    const row = await findCustomer(tx.sql, run)
    // Messages to a blocked customer are withheld on purpose and count as no failure.
    if (!row || row.isBlocked) return
    if ((await incrementFailures(tx.sql, { entId, customerId })) < FAILED_MESSAGES_MAX) return
    const account = await this.deps.findAccount(tx.sql, entId, run.relationId)
    const ai = await findHostingAi(tx.sql, entId, run.relationId)
    await handOver(
      tx,
      this.deps,
      {
        key: { entId, customerId },
        expected: { receptionType: 'ai_agent', receptionEpoch: run.epoch },
        account,
        reason: 'error',
        detail: '消息连续发送失败',
        summary: await readSummary(tx.sql, row),
        config: ai?.config ?? DEFAULT_AI_DRAFT,
        isCustomerNotified: false,
      },
      now,
    )
  }
}
