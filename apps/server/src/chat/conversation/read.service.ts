import type { Database } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { ChatError } from '../../platform/http/chat-error.ts'
import type { ChatIdentity } from '../../platform/http/chat-identity.ts'
import { changeConversation, lockConversation, readConversations } from '../message/index.ts'
import { type TopicAccess, type TopicRow, viewedId } from '../topic/index.ts'
import type { CustomerThreads } from '../customer-threads.ts'
import { countUnread, listMemberIds, lockUnread } from './history.repo.ts'

/** Sends each user a frame of its own, not stored; `except` is the socket that caused it. */
type PushEach = (
  entId: ChatIdentity['entId'],
  targets: readonly { userId: string; frame: object }[],
  except?: string,
) => void

type Deps = { db: Database; clock: Clock; access: TopicAccess; customers: CustomerThreads; push: PushEach }

/** Read positions. */
export class ReadService {
  private readonly db: Database
  private readonly clock: Clock
  private readonly access: TopicAccess
  private readonly customers: CustomerThreads
  private readonly push: PushEach

  constructor(deps: Deps) {
    this.db = deps.db
    this.clock = deps.clock
    this.access = deps.access
    this.customers = deps.customers
    this.push = deps.push
  }

  /**
   * Marks the topic as read up to `seq`, or to its end; never moves back. All members' sockets except `fromSocket` get
   * a `read` frame.
   */
  async read(caller: ChatIdentity, id: string, seq: number | undefined, fromSocket?: string): Promise<void> {
    const row = await this.access.find(caller, id)
    // A customer thread sends no `read` frames: the agent's own consoles get a logged event instead.
    if (row.kind === 'customer') return this.customers.read(caller, row, seq)
    const member = await this.access.membership(caller, row)
    if (member.leftAt) throw new ChatError(403, 'not a member')
    const now = this.clock.now()
    const readSeq = await this.db.transaction(async (tx) => {
      const locked = await lockConversation(tx.sql, caller.entId, caller.userId, row.id)
      if (!locked) return undefined
      const { conversation, lastSeq } = locked
      const lastReadSeq = Math.max(conversation.lastReadSeq, Math.min(seq || lastSeq, lastSeq))
      const unread = lastReadSeq >= lastSeq ? 0 : await countUnread(tx.sql, conversation, lastReadSeq)
      await changeConversation(tx.sql, conversation, { lastReadSeq, lastReadAt: now, unread }, now)
      return lastReadSeq
    })
    if (readSeq !== undefined) await this.tell(caller, row, readSeq, now, fromSocket)
  }

  /**
   * Includes conversations with `unread` 0 and a read position behind the end: some clients compute unread from the
   * seqs.
   */
  async readAll(caller: ChatIdentity): Promise<void> {
    const { entId, userId } = caller
    await this.db.transaction(async (tx) => {
      const unread = await lockUnread(tx.sql, entId, userId)
      await readConversations(tx.sql, entId, userId, unread, this.clock.now())
    })
  }

  private async tell(
    caller: ChatIdentity,
    row: TopicRow,
    seq: number,
    now: Date,
    fromSocket: string | undefined,
  ): Promise<void> {
    const members = await listMemberIds(this.db.sql, row)
    const targets = members.map(({ userId }) => ({
      userId,
      frame: {
        type: 'read',
        topicId: viewedId(row, userId),
        seq,
        attendee: caller.userId,
        createdAt: now.toISOString(),
      },
    }))
    this.push(caller.entId, targets, fromSocket)
  }
}
