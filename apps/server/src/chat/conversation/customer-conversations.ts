import type { AgentId, Conversation, CustomerId } from '@ruwu/contract'
import type { Database } from '../../db/database.ts'
import { ChatError } from '../../platform/http/chat-error.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { ChatIdentity } from '../chat-user/index.ts'
import { findTalk, type SeatService } from '../../customer/index.ts'
import type { TopicRow } from '../topic/index.ts'
import { toCustomerConversation } from './conversation.view.ts'
import { conversationNotFound } from './not-found.ts'

/** Agents' conversations with customers. They have no row of their own: they are the customer and the agent's seat beside them. */
export class CustomerConversations {
  private readonly db: Database
  private readonly seats: SeatService

  constructor(deps: { db: Database; seats: SeatService }) {
    this.db = deps.db
    this.seats = deps.seats
  }

  async info(caller: ChatIdentity, row: TopicRow): Promise<Conversation> {
    const talk = caller.isAgent ? await findTalk(this.db.sql, ownerOf(caller), customerOf(row)) : undefined
    if (!talk) throw conversationNotFound()
    return toCustomerConversation(caller.userId, row, talk)
  }

  /** What else a conversation can have is shared by all agents and changed with the customer. */
  async update(caller: ChatIdentity, row: TopicRow, change: { sticky?: boolean | undefined }): Promise<Conversation> {
    const { sticky, ...others } = change
    if (Object.values(others).some((value) => value !== undefined))
      throw new ChatError(400, 'only sticky can be changed')
    if (sticky !== undefined) await this.asAgent(caller, () => this.seats.pin(ownerOf(caller), customerOf(row), sticky))
    return this.info(caller, row)
  }

  async markUnread(caller: ChatIdentity, row: TopicRow): Promise<Conversation> {
    await this.asAgent(caller, () => this.seats.markUnread(ownerOf(caller), customerOf(row)))
    return this.info(caller, row)
  }

  read(caller: ChatIdentity, row: TopicRow, seq: number | undefined): Promise<void> {
    return this.asAgent(caller, () => this.seats.read(ownerOf(caller), customerOf(row), seq))
  }

  /** What one may not see is not there. */
  private async asAgent(caller: ChatIdentity, change: () => Promise<void>): Promise<void> {
    if (!caller.isAgent) throw conversationNotFound()
    try {
      await change()
    } catch (error) {
      throw error instanceof NotFoundError ? conversationNotFound() : error
    }
  }
}

const ownerOf = ({ entId, userId }: ChatIdentity) => ({ entId, agentId: userId as AgentId })
const customerOf = ({ id }: TopicRow) => id as CustomerId
