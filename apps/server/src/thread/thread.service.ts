import type { CustomerId, CustomerMessage, MessageId, Source } from '@ruwu/contract'
import { RECALL_WINDOW_MS, SOURCE_LABELS } from '@ruwu/domain'
import { and, eq } from 'drizzle-orm'
import { PlatformError } from '../channels/platform-error.ts'
import type { ChannelSource } from '../channels/source.ts'
import type { TokenKeeper } from '../channels/token-keeper.ts'
import type { Database, Queryable } from '../db/database.ts'
import { customerMessage, outbox } from '../db/schema/index.ts'
import type { Clock } from '../platform/clock.ts'
import { NotFoundError, UserFacingError } from '../platform/http/errors.ts'
import { SingleFlight } from '../platform/single-flight.ts'
import type { Caller } from '../features/auth/index.ts'
import type { Case } from '../customer/customer-change.ts'
import { lockCase } from '../customer/customer-change.repo.ts'
import type { Desk } from '../customer/customer-writer.ts'
import { maskMessage } from '../customer/message.view.ts'
import { giveBackPlace } from '../outbound/quota.ts'
import { noteRecall, RECALLED_CONTENT, storeRecall } from './recall.ts'
import { isMessage } from '../outbound/delivery-status.repo.ts'
import { type MessageRow, readStretch, selectMessages, toMessage } from './thread.repo.ts'
import { getVisible } from '../customer/visibility.repo.ts'

const RECALL_TOO_LATE = '消息已超过 2 分钟，无法撤回'
const BEING_SENT = '消息正在发送，请稍后再试'

type Page = { customerId: CustomerId; beforeSeq?: number | undefined; afterSeq?: number | undefined; limit: number }

/** Reading a customer's thread, and taking back what one said in it. */
export class ThreadService {
  private readonly db: Database
  private readonly desk: Desk
  private readonly clock: Clock
  private readonly find: (source: Source) => ChannelSource | undefined
  private readonly keeper: TokenKeeper
  private readonly withdrawals = new SingleFlight<CustomerMessage>()

  constructor(deps: {
    db: Database
    desk: Desk
    clock: Clock
    find(source: Source): ChannelSource | undefined
    keeper: TokenKeeper
  }) {
    this.db = deps.db
    this.desk = deps.desk
    this.clock = deps.clock
    this.find = deps.find
    this.keeper = deps.keeper
  }

  /** Oldest first; without a bound the newest. */
  async list(caller: Caller, { customerId, beforeSeq, afterSeq, limit }: Page) {
    await getVisible(this.db.sql, caller, customerId)
    const isForward = afterSeq !== undefined && beforeSeq === undefined
    const { rows, hasMore } = await readStretch(
      this.db.sql,
      { entId: caller.entId, customerId },
      { before: beforeSeq, after: afterSeq },
      { limit, isForward },
    )
    return {
      items: rows.map(toMessage).map(caller.permissions.has('customer:viewSensitive') ? same : maskMessage),
      hasMoreBefore: isForward ? (rows[0]?.seq ?? 1) > 1 : hasMore,
      hasMoreAfter: isForward ? hasMore : beforeSeq !== undefined,
    }
  }

  /** Asked again meanwhile, it is the same one: the platform would refuse to take back what is gone already. */
  withdraw(caller: Caller, id: MessageId): Promise<CustomerMessage> {
    return this.withdrawals.run(`${caller.agentId}:${id}`, () => this.withdrawOnce(caller, id))
  }

  /** First at the platform, then here: a refusal there changes nothing. */
  private async withdrawOnce(caller: Caller, id: MessageId): Promise<CustomerMessage> {
    const now = this.clock.now()
    const [found] = await selectMessages(this.db.sql).where(
      and(eq(customerMessage.entId, caller.entId), eq(customerMessage.id, id)),
    )
    if (!found) throw new NotFoundError('消息')
    await getVisible(this.db.sql, caller, found.customerId)
    if (found.isRecalled) return toMessage(found)
    if (found.agentId !== caller.agentId || found.senderKind !== 'human')
      throw new UserFacingError('refused', '只能撤回自己发送的消息')
    if (now.getTime() - found.createdAt.getTime() >= RECALL_WINDOW_MS)
      throw new UserFacingError('refused', RECALL_TOO_LATE)
    if (found.status === 1) await this.recallThere(found)
    return this.recallHere(caller, found)
  }

  /** What still waits in the outbox is taken out of it, and of the quota; what may be on its way can't be caught. */
  private async dropQueued(db: Queryable, of: Case, { entId, id, seq }: MessageRow): Promise<void> {
    const [dropped] = await db
      .delete(outbox)
      .where(and(eq(outbox.entId, entId), eq(outbox.messageId, id), eq(outbox.state, 'queued')))
      .returning({ quotaRule: outbox.quotaRule })
    if (!dropped) throw new UserFacingError('refused', BEING_SENT)
    giveBackPlace(of.customer, dropped.quotaRule, seq)
  }

  private async recallThere(found: MessageRow): Promise<void> {
    const channel = this.find(found.source)
    if (!channel?.capabilities.recall || !found.platformMessageId) {
      throw new UserFacingError('refused', `${SOURCE_LABELS[found.source]}不支持撤回消息`)
    }
    try {
      const account = await this.keeper.ready(found.entId, found.relationId)
      const { platformMessageId, conversationKey } = found
      await channel.recall(account, { platformMessageId, conversationKey })
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error
      throw new UserFacingError('platformRefused', error.message, { platformCode: error.platformCode })
    }
  }

  private recallHere(caller: Caller, found: MessageRow): Promise<CustomerMessage> {
    return this.db.transaction(async (tx) => {
      const now = this.clock.now()
      const of = await lockCase(tx.sql, caller.entId, found.customerId)
      const [current] = await selectMessages(tx.sql).where(isMessage(found))
      if (!of || !current) throw new NotFoundError('消息')
      if (current.isRecalled) return toMessage(current)
      // Somebody may have tried again meanwhile what had failed, and it arrived: then it is to be taken back there first.
      if (current.status === 1 && found.status !== 1) throw new UserFacingError('refused', BEING_SENT)
      if (current.status === 0) await this.dropQueued(tx.sql, of, current)
      // What never arrived does not arrive by being taken back.
      const status = current.status === 2 ? 2 : 1
      await tx.sql.update(customerMessage).set({ status, updatedAt: now }).where(isMessage(found))
      noteRecall(of, found, { senderKind: 'human', agentId: caller.agentId }, now)
      await storeRecall(tx.sql, of, { ...current, status }, caller.agentId, now)
      await this.desk.save(tx, [of], now)
      return toMessage({ ...current, content: RECALLED_CONTENT, isRecalled: true, status, updatedAt: now })
    })
  }
}

const same = (message: CustomerMessage) => message
