import { type AgentId, type Conversation, CustomerId, type EntId } from '@ruwu/contract'
import { maskContacts } from '@ruwu/domain'
import { conversationNotFound } from '../chat/conversation/index.ts'
import type { CustomerThreads } from '../chat/index.ts'
import type { TopicRow } from '../chat/topic/index.ts'
import { maskContent } from '../customer/message.view.ts'
import type { SeatService } from '../customer/seat.service.ts'
import { findThreadAudience } from '../customer/thread-audience.ts'
import { maySeeCustomer } from '../customer/watchers.repo.ts'
import type { Database } from '../db/database.ts'
import type { ChatSendAdapter } from '../outbound/index.ts'
import { ChatError } from '../platform/http/chat-error.ts'
import type { ChatIdentity } from '../platform/http/chat-identity.ts'
import { NotFoundError } from '../platform/http/errors.ts'
import { findCustomerPeople } from './customer-people.repo.ts'
import { type CustomerConversation, findCustomerConversation, readMask } from './customer-conversation.repo.ts'

type Deps = { db: Database; seats: SeatService; sends: ChatSendAdapter }

/** Customers' threads for the chat protocol. They have no conversation row: a conversation is the customer and the agent's seat. */
export function createCustomerThreads({ db, seats, sends }: Deps): CustomerThreads {
  const info = async (caller: ChatIdentity, row: TopicRow): Promise<Conversation> => {
    const found = caller.isAgent
      ? await findCustomerConversation(db.sql, seatOwner(caller), customerIdOf(row))
      : undefined
    if (!found) throw conversationNotFound()
    return toCustomerConversation(caller.userId, row, found)
  }

  return {
    isVisible: (entId, agentId, customerId) =>
      maySeeCustomer(db.sql, entId, agentId as AgentId, customerId as CustomerId),
    audience: (entId: EntId, customerId) => findThreadAudience(db.sql, entId, customerId as CustomerId),
    people: async (caller, ids) => (caller.isAgent ? findCustomerPeople(db.sql, seatOwner(caller), ids) : []),
    async contentView({ entId, userId }) {
      const mask = await readMask(db.sql, entId, userId as AgentId)
      return (content) => maskContent(content, mask)
    },
    async textView({ entId, userId }) {
      const mask = await readMask(db.sql, entId, userId as AgentId)
      return (text) => (mask === null ? text : maskContacts(text, mask))
    },
    send: (caller, send) => sends.send(caller, send),
    info,
    /** Everything but the pin is shared by all agents and changed with the customer. */
    async update(caller, row, { sticky, ...others }) {
      if (Object.values(others).some((value) => value !== undefined))
        throw new ChatError(400, 'only sticky can be changed')
      if (sticky !== undefined) await asAgent(caller, () => seats.pin(seatOwner(caller), customerIdOf(row), sticky))
      return info(caller, row)
    },
    async markUnread(caller, row) {
      await asAgent(caller, () => seats.markUnread(seatOwner(caller), customerIdOf(row)))
      return info(caller, row)
    },
    read: (caller, row, seq) => asAgent(caller, () => seats.read(seatOwner(caller), customerIdOf(row), seq)),
    async star(caller, target, isStar) {
      const id = caller.isAgent ? CustomerId.safeParse(target).data : undefined
      if (id === undefined) return false
      try {
        await seats.star(seatOwner(caller), id, isStar)
        return true
      } catch (error) {
        if (error instanceof NotFoundError) return false
        throw error
      }
    },
  }
}

/** A customer outside the caller's scope looks like one that does not exist. */
async function asAgent(caller: ChatIdentity, change: () => Promise<void>): Promise<void> {
  if (!caller.isAgent) throw conversationNotFound()
  try {
    await change()
  } catch (error) {
    throw error instanceof NotFoundError ? conversationNotFound() : error
  }
}

const seatOwner = ({ entId, userId }: ChatIdentity) => ({ entId, agentId: userId as AgentId })
const customerIdOf = ({ id }: TopicRow) => id as CustomerId

const toCustomerConversation = (
  ownerId: string,
  topic: TopicRow,
  { item, last }: CustomerConversation,
): Conversation => ({
  ownerId,
  topicId: topic.id,
  multiple: true,
  name: item.name,
  icon: item.avatar,
  kind: topic.category,
  source: item.source,
  sticky: item.sticky,
  mute: false,
  remark: item.remark,
  members: 0,
  unread: item.unread,
  startSeq: 0,
  lastSeq: item.lastSeq,
  lastReadSeq: item.readSeq,
  ...(last
    ? {
        lastSenderId: last.senderId,
        lastMessage: last.content,
        lastMessageAt: last.createdAt.toISOString(),
        lastMessageSeq: last.seq,
      }
    : {}),
  updatedAt: topic.updatedAt.toISOString(),
  tags: item.tagIds.map((id) => ({ id })),
  extra: {},
  topicExtra: topic.extra,
  topicOwnerId: topic.ownerId,
  topicOwnerID: topic.ownerId,
  topicCreatedAt: topic.createdAt.toISOString(),
})
