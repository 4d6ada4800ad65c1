import {
  type Conversation,
  CONVERSATION_LIST_DEFAULT,
  CONVERSATION_LIST_MAX,
  type ConversationPage,
  type ConversationTag,
} from '@ruwu/contract'
import type { Database } from '../../db/database.ts'
import { cleanText } from '../../platform/clean-text.ts'
import type { Clock } from '../../platform/clock.ts'
import { ChatError } from '../../platform/http/chat-error.ts'
import type { ChatIdentity } from '../../platform/http/chat-identity.ts'
import { findPeople } from '../chat-user/index.ts'
import { changeConversation, lockConversation, removeConversations } from '../message/index.ts'
import {
  countMembers,
  newChatId,
  peerOf,
  type PushTo,
  type TopicAccess,
  type TopicRow,
  type TopicService,
  viewedId,
} from '../topic/index.ts'
import {
  type ConversationRow,
  countConversations,
  findConversation,
  listConversations,
  listRemoved,
  type ListedConversation,
} from './conversation.repo.ts'
import { toConversation } from './conversation.view.ts'
import type { CustomerThreads } from '../customer-threads.ts'

type Deps = {
  db: Database
  clock: Clock
  access: TopicAccess
  topics: TopicService
  customers: CustomerThreads
  push: PushTo
}

type ListRequest = {
  updatedAt?: string | undefined
  limit?: number | undefined
  category?: string | undefined
  offset?: number | null | undefined
  lastUpdatedAt?: string | undefined
  lastRemovedAt?: string | undefined
}

type ConversationChange = {
  sticky?: boolean | undefined
  mute?: boolean | undefined
  remark?: string | null | undefined
  tags?: ConversationTag[] | null | undefined
  extra?: Record<string, string> | null | undefined
}

const clamp = (asked: number, most: number) => Math.max(1, Math.min(asked, most))

const date = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

/** Clients recognise a conversation deleted elsewhere by the digits `404` in the message. */
export const conversationNotFound = () => new ChatError(404, '404 conversation not found')

/** One user's conversation list. */
export class ConversationService {
  private readonly db: Database
  private readonly clock: Clock
  private readonly access: TopicAccess
  private readonly topics: TopicService
  private readonly customers: CustomerThreads
  private readonly push: PushTo

  constructor(deps: Deps) {
    this.db = deps.db
    this.clock = deps.clock
    this.access = deps.access
    this.topics = deps.topics
    this.customers = deps.customers
    this.push = deps.push
  }

  async open(caller: ChatIdentity, peerId: string): Promise<Conversation> {
    const row = await this.topics.openDm(caller, peerId)
    return this.get(caller, row)
  }

  async info(caller: ChatIdentity, id: string): Promise<Conversation> {
    return this.get(caller, await this.topic(caller, id))
  }

  /** Two ways of paging, selected by the presence of `offset`; see section 3.2 of the protocol. */
  async list(caller: ChatIdentity, request: ListRequest): Promise<ConversationPage> {
    const { entId, userId } = caller
    // Taken before any query: changes made during the request are later than the returned cursors.
    const now = this.clock.now().toISOString()
    const limit = clamp(request.limit || CONVERSATION_LIST_DEFAULT, CONVERSATION_LIST_MAX)
    const category = request.category || undefined
    const isByOffset = request.offset !== null && request.offset !== undefined
    const after = date(request.updatedAt)
    const offset = request.offset ?? 0
    const rows = await listConversations(this.db.sql, entId, userId, {
      category,
      after,
      limit: limit + 1,
      ...(isByOffset ? { before: date(request.lastUpdatedAt), offset, order: 'newest' } : { order: 'oldest' }),
    })
    const items = await this.views(caller, rows.slice(0, limit))
    const total = await countConversations(this.db.sql, entId, userId, category)
    const last = items.at(-1)?.updatedAt
    return {
      items,
      hasMore: rows.length > limit,
      updatedAt: last ?? request.updatedAt ?? now,
      total,
      // With a `lastUpdatedAt` cursor the next page starts at offset 0. A page without items returns no new cursor, so
      // that clients do not loop.
      offset: isByOffset && request.lastUpdatedAt !== undefined ? 0 : offset + items.length,
      ...(isByOffset && last !== undefined ? { lastUpdatedAt: last } : {}),
      ...(await this.removed(caller, request.lastRemovedAt, now)),
    }
  }

  async remove(caller: ChatIdentity, id: string): Promise<void> {
    const row = await this.topic(caller, id)
    await this.db.transaction(async (tx) => {
      if (!(await lockConversation(tx.sql, caller.entId, caller.userId, row.id))) throw conversationNotFound()
      await removeConversations(tx.sql, caller.entId, row.id, [caller.userId], this.clock.now())
    })
    this.tell(caller, row, 'conversation.removed', '')
  }

  async update(caller: ChatIdentity, id: string, change: ConversationChange): Promise<Conversation> {
    const fields = {
      ...(change.sticky === undefined ? {} : { sticky: change.sticky }),
      ...(change.mute === undefined ? {} : { mute: change.mute }),
      ...(change.remark === undefined ? {} : { remark: cleanText(change.remark ?? '') }),
      ...(change.tags === undefined ? {} : { tags: change.tags ?? [] }),
      ...(change.extra === undefined ? {} : { extra: change.extra ?? {} }),
    }
    const row = await this.topic(caller, id)
    const isCustomer = row.kind === 'customer'
    const updated = isCustomer ? await this.customers.update(caller, row, fields) : undefined
    if (!updated) await this.change(caller, row, () => fields)
    this.tell(caller, row, 'conversation.update', JSON.stringify(fields))
    return updated ?? this.get(caller, row)
  }

  async markUnread(caller: ChatIdentity, id: string): Promise<Conversation> {
    const row = await this.topic(caller, id)
    const marked = row.kind === 'customer' ? await this.customers.markUnread(caller, row) : undefined
    if (!marked)
      await this.change(caller, row, ({ unread, startSeq, lastReadSeq, lastMessageSeq }) => ({
        unread: Math.max(1, unread),
        lastReadSeq:
          lastMessageSeq === null ? lastReadSeq : Math.max(startSeq, Math.min(lastReadSeq, lastMessageSeq - 1)),
      }))
    this.tell(caller, row, 'conversation.update', JSON.stringify({ markUnread: true }))
    return marked ?? this.get(caller, row)
  }

  /** For the caller only: history starts above the topic's last seq. */
  async clearMessages(caller: ChatIdentity, id: string): Promise<void> {
    let startSeq = 0
    const row = await this.topic(caller, id)
    await this.change(caller, row, (_row, lastSeq) => {
      startSeq = lastSeq
      return {
        startSeq,
        unread: 0,
        lastReadSeq: lastSeq,
        lastMessageSeq: null,
      }
    })
    this.tell(caller, row, 'conversation.update', JSON.stringify({ unread: 0, startSeq }))
  }

  private async change(
    caller: ChatIdentity,
    row: TopicRow,
    decide: (row: ConversationRow, lastSeq: number) => Partial<ConversationRow>,
  ): Promise<void> {
    await this.db.transaction(async (tx) => {
      const locked = await lockConversation(tx.sql, caller.entId, caller.userId, row.id)
      if (!locked) throw conversationNotFound()
      const { conversation, lastSeq } = locked
      await changeConversation(tx.sql, conversation, decide(conversation, lastSeq), this.clock.now())
    })
  }

  private async topic(caller: ChatIdentity, id: string): Promise<TopicRow> {
    try {
      return await this.access.find(caller, id)
    } catch (error) {
      throw error instanceof ChatError && error.status === 404 ? conversationNotFound() : error
    }
  }

  private async get(caller: ChatIdentity, row: TopicRow): Promise<Conversation> {
    if (row.kind === 'customer') return this.customers.info(caller, row)
    const found = await findConversation(this.db.sql, caller.entId, caller.userId, row.id)
    const [view] = found ? await this.views(caller, [found]) : []
    if (!view) throw conversationNotFound()
    return view
  }

  private async views(caller: ChatIdentity, rows: ListedConversation[]): Promise<Conversation[]> {
    const peerIds = rows.flatMap(({ topic }) => peerOf(topic, caller.userId) ?? [])
    const people = await findPeople(this.db.sql, caller.entId, peerIds)
    const counts = await countMembers(
      this.db.sql,
      caller.entId,
      rows.map(({ topic }) => topic.id),
    )
    return rows.map((row) => {
      const peerId = peerOf(row.topic, caller.userId)
      const person = peerId === undefined ? undefined : people.get(peerId)
      const peer =
        peerId === undefined ? undefined : { id: peerId, name: person?.name ?? peerId, avatar: person?.avatar ?? '' }
      return toConversation(row, {
        topicId: viewedId(row.topic, caller.userId),
        peer,
        members: counts.get(row.topic.id) ?? 0,
      })
    })
  }

  private async removed(caller: ChatIdentity, since: string | undefined, now: string) {
    const rows = since === undefined ? [] : await listRemoved(this.db.sql, caller.entId, caller.userId, new Date(since))
    return {
      removed: rows.map(({ topic }) => viewedId(topic, caller.userId)),
      lastRemovedAt: rows.at(-1)?.removedAt.toISOString() ?? now,
    }
  }

  /** Sent to the caller's own sockets only; not stored. */
  private tell(caller: ChatIdentity, row: TopicRow, type: string, text: string): void {
    this.push(caller.entId, [caller.userId], {
      type: 'chat',
      topicId: viewedId(row, caller.userId),
      chatId: newChatId(),
      attendee: caller.userId,
      createdAt: this.clock.now().toISOString(),
      content: { type, text, unreadable: true },
    })
  }
}
