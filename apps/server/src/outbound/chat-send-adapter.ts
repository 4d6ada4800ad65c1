import { type CustomerId, ERRORS, messageApi, type Permission } from '@ruwu/contract'
import { NotFoundError, UserFacingError } from '../platform/http/errors.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { ChatIdentity } from '../platform/http/chat-identity.ts'
import type { Outcome, Send } from '../chat/message/index.ts'
import type { CustomerSendService } from './send.service.ts'

const SEE: Permission = 'im:viewPage'
const REPLY: Permission = 'im:replyCustomer'

type Deps = { sends: CustomerSendService; callerOf(identity: ChatIdentity): Promise<Caller | undefined> }

/** Sends of chat clients into a customer's thread take the workbench's path: permission, guards, quota, outbox. */
export class ChatSendAdapter {
  private readonly deps: Deps
  /** Newest send per sender and thread: sends are stored in the order they came. */
  private readonly queues = new Map<string, Promise<unknown>>()

  constructor(deps: Deps) {
    this.deps = deps
  }

  async send(identity: ChatIdentity, send: Send): Promise<Outcome> {
    const line = `${send.topicId} ${identity.userId}`
    const before = this.queues.get(line)
    const turn = (before ?? Promise.resolve()).catch(() => {}).then(() => this.pass(identity, send))
    this.queues.set(line, turn)
    try {
      return await turn
    } finally {
      if (this.queues.get(line) === turn) this.queues.delete(line)
    }
  }

  private async pass(identity: ChatIdentity, { topicId, chatId, content, overLimit }: Send): Promise<Outcome> {
    const caller = identity.isAgent ? await this.deps.callerOf(identity) : undefined
    // A customer outside the caller's scope looks absent.
    if (!caller?.permissions.has(SEE)) return TOPIC_NOT_FOUND
    if (!caller.permissions.has(REPLY)) return { code: 403, message: ERRORS.forbidden.msg }
    const read = messageApi.send.body.safeParse({ customerId: topicId as CustomerId, chatId, content })
    if (!read.success) return { code: 400, message: 'bad chatId' }
    if (overLimit) return { code: 429, message: overLimit }
    try {
      const { seq, createdAt } = await this.deps.sends.send(caller, read.data)
      return { code: 200, seq, createdAt: new Date(createdAt), isRepeat: false }
    } catch (error) {
      if (error instanceof NotFoundError) return TOPIC_NOT_FOUND
      if (error instanceof UserFacingError) return { code: 403, message: error.message }
      throw error
    }
  }
}

const TOPIC_NOT_FOUND = { code: 404, message: 'topic not found' } as const
