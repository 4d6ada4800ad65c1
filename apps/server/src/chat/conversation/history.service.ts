import { type ChatLog, type Content, type LogPage, SYNC_DEFAULT, SYNC_MAX } from '@ruwu/contract'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { ChatError } from '../../platform/http/chat-error.ts'
import type { ChatIdentity } from '../../platform/http/chat-identity.ts'
import type { CustomerThreads } from '../customer-threads.ts'
import { hideMessages, listHidden, listMessages, listReaders, listSeqs } from './history.repo.ts'
import { peerOf, type TopicAccess, type TopicRow } from '../topic/index.ts'

type SyncInput = { lastSeq?: number | undefined; limit?: number | undefined }

/** A topic's messages, newest first, with contiguous seqs: hidden messages stay as items with an empty content type. */
export class HistoryService {
  private readonly db: Database
  private readonly clock: Clock
  private readonly access: TopicAccess
  private readonly customers: Pick<CustomerThreads, 'contentView'>

  constructor(deps: {
    db: Database
    clock: Clock
    access: TopicAccess
    customers: Pick<CustomerThreads, 'contentView'>
  }) {
    this.db = deps.db
    this.clock = deps.clock
    this.access = deps.access
    this.customers = deps.customers
  }

  async sync(caller: ChatIdentity, id: string, { lastSeq, limit }: SyncInput): Promise<LogPage> {
    const topic = await this.access.find(caller, id)
    const member = await this.access.membership(caller, topic)
    const readers = await this.readers(caller, topic)
    const startSeq = Math.max(member.startSeq, readers.own?.startSeq ?? 0)
    const newest = Math.min(lastSeq || topic.lastSeq, member.leftSeq ?? topic.lastSeq)
    const size = Math.max(1, Math.min(limit || SYNC_DEFAULT, SYNC_MAX))
    // One more than asked for: the oldest seq may be far above 1, when 数据保留 has deleted the beginning.
    const found = await listMessages(this.db.sql, topic, { after: startSeq, upTo: newest, limit: size + 1 })
    const rows = found.slice(0, size)
    const hidden = await listHidden(
      this.db.sql,
      topic,
      caller.userId,
      rows.map((row) => row.seq),
    )
    const shown = topic.kind === 'customer' ? await this.customers.contentView(caller) : asStored
    const items: ChatLog[] = rows.map((row) => ({
      topicId: id,
      id: row.chatId,
      seq: row.seq,
      senderId: row.senderId,
      content: hidden.has(row.seq) ? { type: '' } : shown(row.content),
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
      read: row.seq <= (row.senderId === caller.userId ? readers.others : (readers.own?.lastReadSeq ?? 0)),
      recall: row.isRecalled,
    }))
    const oldest = items.at(-1)?.seq ?? 0
    return {
      topicId: id,
      hasMore: found.length > size,
      updatedAt: this.clock.now().toISOString(),
      lastSeq: oldest,
      items,
    }
  }

  /** Unknown and forbidden topics are omitted. */
  async batchSync(
    caller: ChatIdentity,
    requests: (SyncInput & { topicId?: string | undefined })[],
  ): Promise<LogPage[]> {
    const pages: LogPage[] = []
    for (const { topicId, ...input } of requests) {
      if (topicId === undefined) continue
      try {
        pages.push(await this.sync(caller, topicId, input))
      } catch (error) {
        if (!(error instanceof ChatError)) throw error
      }
    }
    return pages
  }

  /** Hides messages for the caller only; unknown ids are ignored. */
  async removeMessages(caller: ChatIdentity, id: string, chatIds: string[]): Promise<void> {
    if (chatIds.length === 0) throw new ChatError(400, 'ids required')
    const topic = await this.access.find(caller, id)
    await this.access.membership(caller, topic)
    const rows = await listSeqs(this.db.sql, topic, chatIds)
    if (rows.length === 0) return
    await hideMessages(
      this.db.sql,
      topic,
      caller.userId,
      rows.map((row) => row.seq),
    )
  }

  private async readers(caller: ChatIdentity, topic: TopicRow) {
    // The caller's own messages are `read` up to the peer's read position, which only a DM has.
    const rows = await listReaders(this.db.sql, topic, [
      caller.userId,
      ...(topic.kind === 'dm' ? [peerOf(topic, caller.userId) ?? ''] : []),
    ])
    const own = rows.find((row) => row.ownerId === caller.userId)
    const others = rows.find((row) => row.ownerId !== caller.userId)?.lastReadSeq ?? 0
    return { own, others }
  }
}

const asStored = (content: Content) => content
