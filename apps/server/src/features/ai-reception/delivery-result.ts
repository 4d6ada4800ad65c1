import type { MessageId } from '@ruwu/contract'
import { DEFAULT_AI_DRAFT, FAILED_MESSAGES_MAX } from '@ruwu/domain'
import type { Transaction } from '../../db/database.ts'
import { findHostingAi } from '../ai-agent/index.ts'
import type { Case, Desk, FindSendingAccount, Speaker } from '../../customer/index.ts'
import { chargeAnswer, refundAnswer } from '../points/index.ts'
import { handOver } from './handoff.ts'
import { countFailure, forgetFailures } from './memory.repo.ts'
import { listRunsOf, notePoints, type RunRow } from './run.repo.ts'
import { findCustomer, readSummary } from './situation.ts'

type DeliveryDeps = { desk: Desk; speaker: Speaker; findAccount: FindSendingAccount }

/** What comes of the AI's messages being taken by the platform or not: what they cost, and whether the AI goes on. */
export class AnswerDelivery {
  private readonly deps: DeliveryDeps

  constructor(deps: DeliveryDeps) {
    this.deps = deps
  }

  /** In the transaction in which the messages change their state. Order of locks: customers, then the points. */
  async follow(tx: Transaction, cases: readonly Case[], now: Date): Promise<void> {
    for (const of of cases) if (of.deliveries.length > 0) await this.followOne(tx, of, now)
  }

  private async followOne(tx: Transaction, of: Case, now: Date): Promise<void> {
    const { entId } = of.customer
    const sentOf = new Map(of.deliveries.map(({ messageId, isSent }) => [messageId, isSent]))
    for (const { messageId, index, run } of await listRunsOf(tx.sql, entId, [...sentOf.keys()])) {
      if (!sentOf.get(messageId)) await this.fail(tx, run, messageId, now)
      else await this.arrive(tx, run, { messageId, isFirst: index === 0 }, now)
    }
  }

  /** The first part is what an answer costs. */
  private async arrive(
    tx: Transaction,
    run: RunRow,
    { messageId, isFirst }: { messageId: MessageId; isFirst: boolean },
    now: Date,
  ): Promise<void> {
    const { entId, customerId, relationId, sessionId, hasImage } = run
    await forgetFailures(tx.sql, { entId, customerId })
    if (!isFirst) return
    const charged = { entId, customerId, relationId, sessionId, hasImage, messageId }
    await notePoints(tx.sql, run, await chargeAnswer(tx, charged, now))
  }

  private async fail(tx: Transaction, run: RunRow, messageId: MessageId, now: Date): Promise<void> {
    const { entId, customerId } = run
    await refundAnswer(tx, { entId, messageId }, now)
    const row = await findCustomer(tx.sql, run)
    // To whom nothing may be sent, nothing has failed.
    if (!row || row.isBlocked) return
    if ((await countFailure(tx.sql, { entId, customerId })) < FAILED_MESSAGES_MAX) return
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
        isSpoken: false,
      },
      now,
    )
  }
}
