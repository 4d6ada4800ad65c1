import { type CustomerId, ERRORS, messageApi, type Permission } from '@ruwu/contract'
import { NotFoundError, UserFacingError } from '../platform/http/errors.ts'
import type { Caller } from '../features/auth/index.ts'
import type { ChatIdentity } from '../chat/chat-user/index.ts'
import type { Outcome, Send } from '../chat/message/index.ts'
import type { CustomerSendService } from './send.service.ts'

const SEE: Permission = 'im:viewPage'
const REPLY: Permission = 'im:replyCustomer'

type Deps = { sends: CustomerSendService; callerOf(identity: ChatIdentity): Promise<Caller | undefined> }

/** What a chat client sends into a customer's thread goes the workbench's way: its leave, its guard, its outbox. */
export class ThreadDoor {
  private readonly deps: Deps
  /** The last one under way for each sender and thread: what was sent first is stored first. */
  private readonly lines = new Map<string, Promise<unknown>>()

  constructor(deps: Deps) {
    this.deps = deps
  }

  async send(identity: ChatIdentity, send: Send): Promise<Outcome> {
    const line = `${send.topicId} ${identity.userId}`
    const before = this.lines.get(line)
    const turn = (before ?? Promise.resolve()).catch(() => {}).then(() => this.pass(identity, send))
    this.lines.set(line, turn)
    try {
      return await turn
    } finally {
      if (this.lines.get(line) === turn) this.lines.delete(line)
    }
  }

  private async pass(identity: ChatIdentity, { topicId, chatId, content }: Send): Promise<Outcome> {
    const caller = identity.isAgent ? await this.deps.callerOf(identity) : undefined
    // What one may not see is not there.
    if (!caller?.permissions.has(SEE)) return NOT_THERE
    if (!caller.permissions.has(REPLY)) return { code: 403, message: ERRORS.forbidden.msg }
    const read = messageApi.send.body.safeParse({ customerId: topicId as CustomerId, chatId, content })
    if (!read.success) return { code: 400, message: 'bad chatId' }
    try {
      const { seq, createdAt } = await this.deps.sends.send(caller, read.data)
      return { code: 200, seq, createdAt: new Date(createdAt), isRepeat: false }
    } catch (error) {
      if (error instanceof NotFoundError) return NOT_THERE
      if (error instanceof UserFacingError) return { code: 403, message: error.message }
      throw error
    }
  }
}

const NOT_THERE = { code: 404, message: 'topic not found' } as const
