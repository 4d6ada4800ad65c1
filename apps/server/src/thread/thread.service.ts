import type { CustomerId, CustomerMessage, MessageId, Source } from '@ruwu/contract'
import { RECALL_WINDOW_MS, SOURCE_LABELS } from '@ruwu/domain'
import { PlatformError } from '../channels/platform-error.ts'
import type { ChannelSource } from '../channels/source.ts'
import type { TokenKeeper } from '../channels/token-keeper.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import { NotFoundError, UserFacingError } from '../platform/http/errors.ts'
import { SingleFlight } from '../platform/single-flight.ts'
import type { Caller } from '../platform/http/caller.ts'
import { lockCustomer } from '../customer/customer-change.repo.ts'
import type { CustomerWriter } from '../customer/customer-writer.ts'
import { cancelQueued, listRetries } from '../outbound/index.ts'
import { writeStatus } from '../customer/customer-message.repo.ts'
import { noteRecall, RECALLED_CONTENT, storeRecall } from '../customer/recall.ts'
import { findMessage, type MessageRow, readStretch, toMessage } from './thread.repo.ts'
import { readThreadPage } from './thread-page.ts'
import { getVisible } from '../customer/visibility.repo.ts'

const RECALL_TOO_LATE = '消息已超过 2 分钟，无法撤回'
const BEING_SENT = '消息正在发送，请稍后再试'

type Page = { customerId: CustomerId; beforeSeq?: number | undefined; afterSeq?: number | undefined; limit: number }

/** Pages of a customer's thread, and recalling own messages. */
export class ThreadService {
  private readonly db: Database
  private readonly writer: CustomerWriter
  private readonly clock: Clock
  private readonly find: (source: Source) => ChannelSource | undefined
  private readonly keeper: TokenKeeper
  private readonly withdrawals = new SingleFlight<CustomerMessage>()

  constructor(deps: {
    db: Database
    writer: CustomerWriter
    clock: Clock
    find(source: Source): ChannelSource | undefined
    keeper: TokenKeeper
  }) {
    this.db = deps.db
    this.writer = deps.writer
    this.clock = deps.clock
    this.find = deps.find
    this.keeper = deps.keeper
  }

  /** Oldest first; without a bound the newest. */
  async list(caller: Caller, { customerId, beforeSeq, afterSeq, limit }: Page) {
    await getVisible(this.db.sql, caller, customerId)
    const isForward = afterSeq !== undefined && beforeSeq === undefined
    const thread = { entId: caller.entId, customerId }
    const bounds = { before: beforeSeq, after: afterSeq }
    const { rows, hasMore } = await readStretch(this.db.sql, thread, bounds, { limit, isForward })
    const before = isForward
      ? await readStretch(this.db.sql, thread, { before: rows[0]?.seq ?? afterSeq + 1 }, { limit: 0, isForward: false })
      : { hasMore }
    const page = await readThreadPage(this.db.sql, caller, thread, rows)
    const isAnyPending = rows.some(({ status }) => status === 0)
    const retries = isAnyPending ? await listRetries(this.db.sql, caller.entId, customerId) : undefined
    return {
      ...page,
      items: page.items.map((item) => {
        const retry = retries?.get(item.id)
        return retry ? { ...item, retry } : item
      }),
      hasMoreBefore: before.hasMore,
      hasMoreAfter: isForward ? hasMore : beforeSeq !== undefined,
    }
  }

  /** Single flight: a second request shares the first one's result, since the platform refuses a second recall. */
  withdraw(caller: Caller, id: MessageId): Promise<CustomerMessage> {
    return this.withdrawals.run(`${caller.agentId}:${id}`, () => this.withdrawOnce(caller, id))
  }

  /** Platform first: when it refuses, nothing is changed here. */
  private async withdrawOnce(caller: Caller, id: MessageId): Promise<CustomerMessage> {
    const now = this.clock.now()
    const found = await findMessage(this.db.sql, { entId: caller.entId, id })
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
      throw new UserFacingError('platformRefused', error.onceMessage, { platformCode: error.platformCode })
    }
  }

  private recallHere(caller: Caller, found: MessageRow): Promise<CustomerMessage> {
    return this.db.transaction(async (tx) => {
      const now = this.clock.now()
      const change = await lockCustomer(tx.sql, caller.entId, found.customerId)
      const current = await findMessage(tx.sql, messageKey(found))
      if (!change || !current) throw new NotFoundError('消息')
      if (current.isRecalled) return toMessage(current)
      // A failed message may have been resent and delivered since it was read: it must be recalled at the platform first.
      if (current.status === 1 && found.status !== 1) throw new UserFacingError('refused', BEING_SENT)
      if (current.status === 0 && !(await cancelQueued(tx.sql, change, current)))
        throw new UserFacingError('refused', BEING_SENT)
      // Recalling does not turn a failed message into a delivered one.
      const status = current.status === 2 ? 2 : 1
      await writeStatus(tx.sql, found, status, now)
      noteRecall(change, found, { senderKind: 'human', agentId: caller.agentId }, now)
      await storeRecall(tx.sql, change, { ...current, status }, caller.agentId, now)
      await this.writer.commit(tx, [change], now)
      return toMessage({ ...current, content: RECALLED_CONTENT, isRecalled: true, status, updatedAt: now })
    })
  }
}

const messageKey = ({ entId, customerId, seq }: MessageRow) => ({ entId, customerId, seq })
