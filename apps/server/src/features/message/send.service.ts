import type { ChatIdentity } from '../chat-user/index.ts'
import { cleanText } from '../../platform/clean-text.ts'
import type { Clock } from '../../platform/clock.ts'
import { ChatError } from '../../platform/http/chat-error.ts'
import type { Outcome, Refused, Send } from './batch.ts'
import { acceptContent } from './content.ts'
import type { MessageWriter } from './message-writer.ts'
import { Pace } from './pace.ts'

export const CHAT_ID_MAX = 64

/** Finds (or makes) the topic a client's id means. */
export type TopicFinder = { idForSending(caller: ChatIdentity, id: string): Promise<string> }

export type SendInput = {
  chatId: string | undefined
  topicId: string | undefined
  attendee: string | undefined
  content: unknown
}

/** Every way of sending comes through here: socket, HTTP, and later the workbench. */
export class SendService {
  private readonly writer: MessageWriter
  private readonly topics: TopicFinder
  private readonly pace: Pace

  constructor(deps: { writer: MessageWriter; topics: TopicFinder; clock: Clock }) {
    this.writer = deps.writer
    this.topics = deps.topics
    this.pace = new Pace(deps.clock)
  }

  /** What the client is told; nothing is stored unless the code is 200. */
  async send(caller: ChatIdentity, input: SendInput): Promise<Outcome> {
    return (await this.submit(caller, input)).outcome
  }

  /** Resolves as soon as the message has its place in the queue, so that what is submitted next comes after it. */
  async submit(caller: ChatIdentity, input: SendInput): Promise<{ outcome: Promise<Outcome> }> {
    const send = await this.prepare(caller, input)
    return { outcome: 'code' in send ? Promise.resolve(send) : this.writer.send(send) }
  }

  private async prepare(
    caller: ChatIdentity,
    { chatId, topicId, attendee, content }: SendInput,
  ): Promise<Send | Refused> {
    const name = cleanText(chatId ?? '')
    if (name === '' || name.length > CHAT_ID_MAX) return { code: 400, message: 'bad chatId' }
    const topic = topicId || (attendee ? `${caller.userId}:${attendee}` : '')
    if (!topic) return { code: 400, message: 'topicId required' }
    const accepted = acceptContent(content)
    if (!accepted.ok) return { code: accepted.code, message: accepted.message }
    // A client that comes back resends in a burst what may be stored already: that is answered, not refused.
    const isOnlyRepeat = !this.pace.allows(`${caller.entId} ${caller.userId}`)
    try {
      const id = await this.topics.idForSending(caller, topic)
      return {
        entId: caller.entId,
        topicId: id,
        senderId: caller.userId,
        chatId: name,
        content: accepted.content,
        ...(isOnlyRepeat ? { isOnlyRepeat } : {}),
      }
    } catch (error) {
      if (error instanceof ChatError) return { code: error.status as 403 | 404, message: error.message }
      throw error
    }
  }
}
