import { withRead, withUpdate } from './conversation-state.ts'
import type { Emitter } from './emitter.ts'
import type { ChatEvents } from './events.ts'
import { type Message, messageFromFrame } from './message.ts'
import type { Envelope } from './read-frame.ts'
import { ownTopicId } from './topic-state.ts'
import type { UserChat } from './user-chat.ts'

const isUnreadOwn = (message: Message) => message.isSentByMe && !message.read

/** Applies pushed frames. Frames of one topic are applied in sequence. */
export class FrameHandler {
  private readonly chat: UserChat
  private readonly emitter: Emitter<ChatEvents>
  private readonly turns = new Map<string, Promise<void>>()

  constructor(chat: UserChat, emitter: Emitter<ChatEvents>) {
    this.chat = chat
    this.emitter = emitter
  }

  take(given: Envelope): void {
    const frame = given.topicId ? { ...given, topicId: ownTopicId(given.topicId, this.chat.me) } : given
    const { topicId = '', attendee = '', chatId } = frame
    if (attendee && frame.attendeeProfile) this.chat.users.set(attendee, frame.attendeeProfile)
    switch (frame.type) {
      case 'resp':
        this.chat.sender.answer(frame)
        return this.chat.requests.answer(frame)
      case 'ping':
        return void this.chat.connection.send(chatId ? { type: 'resp', chatId, code: 200 } : { type: 'pong' })
      case 'typing':
        return this.emitter.emit('typing', { topicId, attendee })
      case 'system':
        return this.emitter.emit('systemMessage', frame)
      case 'read':
        return this.inTurn(topicId, () => this.read(frame))
      case 'chat':
        return this.inTurn(topicId, () => this.chatFrame(frame))
      default:
        return undefined
    }
  }

  private inTurn(topicId: string, work: () => Promise<void> | void): void {
    const turn = (this.turns.get(topicId) ?? Promise.resolve())
      .then(work)
      .catch((error: unknown) => this.chat.report(error))
      .finally(() => this.turns.get(topicId) === turn && this.turns.delete(topicId))
    this.turns.set(topicId, turn)
  }

  private chatFrame(frame: Envelope): Promise<void> | void {
    const { topicId, attendee, content, createdAt = '', message, source } = frame
    if (!topicId || !attendee || !content) return
    if (content.type === 'conversation.removed') return this.chat.forget(topicId)
    if (content.type === 'conversation.update') {
      this.chat.conversations.change(topicId, (held) => withUpdate(held, content, createdAt))
      return this.chat.setHistoryStart(topicId, this.chat.conversations.find(topicId)?.startSeq ?? 0)
    }
    const stored = messageFromFrame(frame, this.chat.me)
    if (stored) return this.receive(stored)
    return this.chat.emitTopicEvent({
      topicId,
      attendee,
      content,
      ...(message ? { message } : {}),
      ...(source ? { source } : {}),
    })
  }

  /** A message whose conversation exists neither locally nor on the server is dropped. */
  private async receive(message: Message): Promise<void> {
    const { topicId } = message
    try {
      if (!(await this.chat.conversations.ensure(topicId))) return
    } catch {
      // Offline: the next sync brings the conversation.
      return this.chat.sync()
    }
    const feed = await this.chat.thread(topicId)
    feed.receive(message)
    this.chat.threads.save(topicId)
    if (feed.isBehind) this.chat.fill(topicId)
  }

  private read({ topicId = '', attendee = '', seq = 0, createdAt = '' }: Envelope): void {
    const { chat } = this
    if (attendee === chat.me) {
      const unreadAbove = (above: number) => chat.unreadAbove(topicId, above)
      chat.conversations.change(topicId, (held) => withRead(held, seq, createdAt, unreadAbove))
    } else {
      this.markRead(topicId, seq)
    }
    this.emitter.emit('read', { topicId, attendee, seq })
  }

  /** In a direct conversation the peer's read marks this user's messages as read. */
  private markRead(topicId: string, seq: number): void {
    const log = this.chat.threads.find(topicId)?.log
    if (!log || this.chat.conversations.find(topicId)?.multiple !== false) return
    for (const message of log.run(0, seq).filter(isUnreadOwn)) log.replace({ ...message, read: true })
    this.chat.threads.save(topicId)
  }
}
