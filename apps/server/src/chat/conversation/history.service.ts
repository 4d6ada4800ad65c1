import { type AgentId, type ChatLog, type Content, type LogPage, SYNC_DEFAULT, SYNC_MAX } from '@ruwu/contract'
import { and, desc, eq, gt, inArray, lte } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { conversation, hiddenMessage, message } from '../../db/schema/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { ChatError } from '../../platform/http/chat-error.ts'
import type { ChatIdentity } from '../chat-user/index.ts'
import { hidesContacts, maskContent } from '../../customer/index.ts'
import { peerOf, type TopicAccess, type TopicRow } from '../topic/index.ts'

type SyncInput = { lastSeq?: number | undefined; limit?: number | undefined }

/** A topic's messages, newest first, without holes. */
export class HistoryService {
  private readonly db: Database
  private readonly clock: Clock
  private readonly access: TopicAccess

  constructor(deps: { db: Database; clock: Clock; access: TopicAccess }) {
    this.db = deps.db
    this.clock = deps.clock
    this.access = deps.access
  }

  async sync(caller: ChatIdentity, id: string, { lastSeq, limit }: SyncInput): Promise<LogPage> {
    const topic = await this.access.find(caller, id)
    const member = await this.access.membership(caller, topic)
    const readers = await this.readers(caller, topic)
    const startSeq = Math.max(member.startSeq, readers.own?.startSeq ?? 0)
    const newest = Math.min(lastSeq || topic.lastSeq, member.leftSeq ?? topic.lastSeq)
    const size = Math.max(1, Math.min(limit || SYNC_DEFAULT, SYNC_MAX))
    const rows = await this.db.sql
      .select()
      .from(message)
      .where(
        and(
          eq(message.entId, topic.entId),
          eq(message.topicId, topic.id),
          gt(message.seq, startSeq),
          lte(message.seq, newest),
        ),
      )
      .orderBy(desc(message.seq))
      .limit(size)
    const hidden = await this.hidden(
      caller,
      topic,
      rows.map((row) => row.seq),
    )
    const shown = await this.sight(caller, topic)
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
      hasMore: oldest > startSeq + 1,
      updatedAt: this.clock.now().toISOString(),
      lastSeq: oldest,
      items,
    }
  }

  /** Unknown and forbidden topics are left out. */
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

  /** For the caller only; unknown ids are ignored. */
  async removeMessages(caller: ChatIdentity, id: string, chatIds: string[]): Promise<void> {
    if (chatIds.length === 0) throw new ChatError(400, 'ids required')
    const topic = await this.access.find(caller, id)
    await this.access.membership(caller, topic)
    const rows = await this.db.sql
      .select({ seq: message.seq })
      .from(message)
      .where(and(eq(message.entId, topic.entId), eq(message.topicId, topic.id), inArray(message.chatId, chatIds)))
    if (rows.length === 0) return
    const values = rows.map(({ seq }) => ({ entId: topic.entId, userId: caller.userId, topicId: topic.id, seq }))
    await this.db.sql.insert(hiddenMessage).values(values).onConflictDoNothing()
  }

  /** Agents who may not see contacts read customers' words without them. */
  private async sight({ entId, userId }: ChatIdentity, topic: TopicRow): Promise<(content: Content) => Content> {
    const isMasked = topic.kind === 'customer' && (await hidesContacts(this.db.sql, entId, userId as AgentId))
    return isMasked ? maskContent : (content) => content
  }

  private async readers(caller: ChatIdentity, topic: TopicRow) {
    const rows = await this.db.sql
      .select({ ownerId: conversation.ownerId, startSeq: conversation.startSeq, lastReadSeq: conversation.lastReadSeq })
      .from(conversation)
      .where(
        and(
          eq(conversation.entId, topic.entId),
          eq(conversation.topicId, topic.id),
          // In a group nobody's reading makes a message read; only the caller's own view matters.
          inArray(conversation.ownerId, [
            caller.userId,
            ...(topic.kind === 'dm' ? [peerOf(topic, caller.userId) ?? ''] : []),
          ]),
        ),
      )
    const own = rows.find((row) => row.ownerId === caller.userId)
    const others = rows.find((row) => row.ownerId !== caller.userId)?.lastReadSeq ?? 0
    return { own, others }
  }

  private async hidden(caller: ChatIdentity, topic: TopicRow, seqs: number[]): Promise<Set<number>> {
    if (seqs.length === 0) return new Set()
    const rows = await this.db.sql
      .select({ seq: hiddenMessage.seq })
      .from(hiddenMessage)
      .where(
        and(
          eq(hiddenMessage.entId, topic.entId),
          eq(hiddenMessage.userId, caller.userId),
          eq(hiddenMessage.topicId, topic.id),
          inArray(hiddenMessage.seq, seqs),
        ),
      )
    return new Set(rows.map((row) => row.seq))
  }
}
